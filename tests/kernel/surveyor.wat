;; Makes all calls to the kernel for one position; used by wasm.py.
(module
  (import "kernel" "memory" (memory 1))
  (import "kernel" "qttt_legal" (func $legal (param i32 i32 i32 i32) (result i32)))
  (import "kernel" "qttt_play" (func $play (param i32 i32 i32 i32 i32 i32) (result i32)))
  (import "kernel" "qttt_outcome" (func $outcome (param i32 i32 i32 i32) (result i32)))
  (import "kernel" "qttt_perft" (func $perft (param i32 i32 i32 i32 i32) (result i64)))

  ;; out: i64 perft of two plies, i32 legal, i32 outcome; QtttOutcome from 16, moves from 4352,
  ;; and from 8448 for each move an i32, the result of qttt_play, and the 128 bytes of places
  (func (export "outlook") (param $rules i32) (param $places i32) (param $marks i32) (param $out i32)
    (local $n i32) (local $i i32) (local $move i32) (local $to i32)
    (i64.store (local.get $out)
      (call $perft (local.get $rules) (local.get $places) (local.get $marks) (i32.const 2) (i32.const 0)))
    (local.set $move (i32.add (local.get $out) (i32.const 4352)))
    (local.set $to (i32.add (local.get $out) (i32.const 8448)))
    (local.set $n
      (call $legal (local.get $rules) (local.get $places) (local.get $marks) (local.get $move)))
    (i32.store offset=8 (local.get $out) (local.get $n))
    (i32.store offset=12 (local.get $out)
      (call $outcome (local.get $rules) (local.get $places) (local.get $marks)
        (i32.add (local.get $out) (i32.const 16))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_s (local.get $i) (local.get $n)))
        (i32.store (local.get $to)
          (call $play (local.get $rules) (local.get $places) (local.get $marks)
            (i32.load8_u (local.get $move)) (i32.load8_u offset=1 (local.get $move))
            (i32.add (local.get $to) (i32.const 4))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (local.set $move (i32.add (local.get $move) (i32.const 2)))
        (local.set $to (i32.add (local.get $to) (i32.const 132)))
        (br $next))))

  ;; the results of qttt_play for all moves of `conceivable`, each an i32
  (func (export "replies") (param $rules i32) (param $places i32) (param $marks i32)
      (param $size i32) (param $out i32)
    (local $first i32) (local $second i32) (local $next i32)
    (local.set $next (local.get $out))
    (local.set $out (i32.add (local.get $out) (i32.const 128)))
    (local.set $first (i32.const -1))
    (loop $rows
      (local.set $second (i32.const -1))
      (loop $row
        (i32.store (local.get $out)
          (call $play (local.get $rules) (local.get $places) (local.get $marks)
            (local.get $first)
            (select (local.get $second) (i32.const 255)
              (i32.le_s (local.get $second) (local.get $size)))
            (local.get $next)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $second (i32.add (local.get $second) (i32.const 1)))
        (br_if $row
          (i32.le_s (local.get $second) (i32.add (local.get $size) (i32.const 1)))))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (br_if $rows (i32.le_s (local.get $first) (local.get $size))))))
