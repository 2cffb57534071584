(* Quantum tic-tac-toe under the rules goff, and what a proof of its value must show.

   A square is a bit of an integer, 1 for the first square and 256 for the last; sets of squares are
   integers, too. Results are in half points, those of X minus those of O. *)

From Coq Require Import List Uint63 ZArith Bool.
Import ListNotations.
Open Scope uint63_scope.

Definition meets (a b : int) : bool := negb (a land b =? 0).

(* --- positions ------------------------------------------------------------------------------- *)

(* The mark with a number, on one square or on two. *)
Inductive mark := Classical (number square : int) | Quantum (number one other : int).

(* The latest mark is the first of the list. A pending loop has the squares of its closing mark. *)
Record position := Position {
  count : int;
  marks : list mark;
  taken : int;
  loop : option (int * int)
}.

Definition start : position := Position 0 [] 0 None.

Definition squares : list int := [1; 2; 4; 8; 16; 32; 64; 128; 256].

(* All pairs of squares, in ascending order. *)
Fixpoint pairs_of (list : list int) : List.list (int * int) :=
  match list with
  | [] => []
  | first :: rest => map (fun other => (first, other)) rest ++ pairs_of rest
  end.
Definition pairs : list (int * int) := Eval vm_compute in pairs_of squares.

(* --- entanglement ---------------------------------------------------------------------------- *)

(* Add the squares of a quantum mark to a set that has one of them. *)
Definition reach (m : mark) (set : int) : int :=
  match m with
  | Quantum _ a b => if meets set (a lor b) then set lor (a lor b) else set
  | Classical _ _ => set
  end.

Fixpoint component (rounds : nat) (ms : list mark) (set : int) : int :=
  match rounds with
  | O => set
  | S rest =>
      let larger := fold_right reach set ms in
      if larger =? set then set else component rest ms larger
  end.

(* Land each mark that has one taken square on its other square. *)
Fixpoint land_once (taken : int) (ms : list mark) : int * list mark :=
  match ms with
  | [] => (taken, [])
  | m :: rest =>
      let '(now, landed) :=
        match m with
        | Classical _ _ => (taken, m)
        | Quantum n a b =>
            if meets taken a then (taken lor b, Classical n b)
            else if meets taken b then (taken lor a, Classical n a)
            else (taken, m)
        end in
      let '(after, others) := land_once now rest in
      (after, landed :: others)
  end.

Fixpoint land_all (rounds : nat) (taken : int) (ms : list mark) : int * list mark :=
  match rounds with
  | O => (taken, ms)
  | S rest =>
      let '(after, landed) := land_once taken ms in
      if after =? taken then (taken, ms) else land_all rest after landed
  end.

(* --- moves ----------------------------------------------------------------------------------- *)

Inductive move := Place (one other : int) | Fill (square : int) | Collapse (square : int).

Definition is_open (p : position) (square : int) : bool := negb (meets (taken p) square).

(* All legal moves, in ascending order. *)
Definition moves (p : position) : list move :=
  match loop p with
  | Some (a, b) => [Collapse a; Collapse b]
  | None =>
      match filter (is_open p) squares with
      | [last] => [Fill last]
      | _ =>
          map (fun pair => Place (fst pair) (snd pair))
            (filter (fun pair => is_open p (fst pair) && is_open p (snd pair)) pairs)
      end
  end.

Definition play (p : position) (m : move) : position :=
  let n := count p + 1 in
  match m with
  | Place a b =>
      let closes := meets (component 9 (marks p) a) b in
      Position n (Quantum n a b :: marks p) (taken p) (if closes then Some (a, b) else None)
  | Fill s => Position n (Classical n s :: marks p) (taken p lor s) None
  | Collapse s =>
      let closing := Classical (count p) s in
      let '(after, landed) := land_all 9 (taken p lor s) (tl (marks p)) in
      Position (count p) (closing :: landed) after None
  end.

(* Who chooses the next move: true for X. The player who did not close a loop collapses it, and then
   places the next mark. *)
Definition x_decides (p : position) : bool := count p land 1 =? 0.

(* --- results --------------------------------------------------------------------------------- *)

Definition lines : list int := [7; 56; 448; 73; 146; 292; 273; 84].

(* The number of classical marks of a player on a line, and their largest number. *)
Definition add_mark (player line : int) (m : mark) (sum : int * int) : int * int :=
  match m with
  | Classical n s =>
      if meets s line && (n land 1 =? player) then
        (fst sum + 1, if snd sum <? n then n else snd sum)
      else sum
  | Quantum _ _ _ => sum
  end.

(* The times of the lines of a player: 1 for X, 0 for O. *)
Definition times (player : int) (ms : list mark) : list int :=
  flat_map
    (fun line =>
       let '(number, time) := fold_right (add_mark player line) (0, 0) ms in
       if number =? 3 then [time] else [])
    lines.

Definition points (ms : list mark) : option Z :=
  match times 1 ms, times 0 ms with
  | [], [] => None
  | [_], [] => Some 2%Z
  | [], _ => Some (-2)%Z
  | [x], o :: _ => Some (if x <? o then 1%Z else (-1)%Z)
  | x :: y :: _, _ => Some (if x =? y then 4%Z else 3%Z)
  end.

(* The result of a finished game. *)
Definition outcome (p : position) : option Z :=
  match loop p with
  | Some _ => None
  | None =>
      match points (marks p) with
      | Some result => Some result
      | None => if taken p =? 511 then Some 0%Z else None
      end
  end.

(* --- guarantees ------------------------------------------------------------------------------ *)

(* A player has a strategy whose results are all good. *)
Inductive guarantees (is_x : bool) (good : Z -> bool) : position -> Prop :=
| Ends p result : outcome p = Some result -> good result = true -> guarantees is_x good p
| Chooses p m :
    outcome p = None -> x_decides p = is_x ->
    In m (moves p) -> guarantees is_x good (play p m) -> guarantees is_x good p
| Answers p :
    outcome p = None -> x_decides p = negb is_x -> moves p <> [] ->
    (forall m, In m (moves p) -> guarantees is_x good (play p m)) -> guarantees is_x good p.

(* The value is v if X can get at least v, and O can prevent more. *)
Definition has_value (p : position) (v : Z) : Prop :=
  guarantees true (fun result => (v <=? result)%Z) p /\
  guarantees false (fun result => (result <=? v)%Z) p.

(* --- checking strategies ----------------------------------------------------------------------- *)

(* Decisions are indices of moves, six bits each, the first in the lowest bits; above the last of an
   integer there is a 1. *)
Definition stream : Type := int * list int.

Definition read (s : stream) : option (int * stream) :=
  let '(current, rest) := if fst s =? 1 then (hd 1 (snd s), tl (snd s)) else s in
  if current =? 1 then None else Some (current land 63, (current >> 6, rest)).

Fixpoint choose (ms : list move) (index : int) : option move :=
  match ms with
  | [] => None
  | m :: rest => if index =? 0 then Some m else choose rest (index - 1)
  end.

Fixpoint check_each (check : move -> stream -> option stream) (ms : list move) (s : stream) :
  option stream :=
  match ms with
  | [] => Some s
  | m :: rest => match check m s with Some after => check_each check rest after | None => None end
  end.

(* Walk through all games in which the player follows the decisions; the rest of them, or none. *)
Fixpoint check (is_x : bool) (good : Z -> bool) (plies : nat) (p : position) (s : stream) :
  option stream :=
  match outcome p with
  | Some result => if good result then Some s else None
  | None =>
      match plies with
      | O => None
      | S rest =>
          if eqb (x_decides p) is_x then
            match read s with
            | Some (index, after) =>
                match choose (moves p) index with
                | Some m => check is_x good rest (play p m) after
                | None => None
                end
            | None => None
            end
          else
            match moves p with
            | [] => None
            | ms => check_each (fun m => check is_x good rest (play p m)) ms s
            end
      end
  end.

Lemma choose_in ms index m : choose ms index = Some m -> In m ms.
Proof.
  revert index; induction ms as [|first rest IH]; intros index H; simpl in H; [discriminate|].
  destruct (index =? 0); [injection H as ->; left; reflexivity|right; eapply IH; eassumption].
Qed.

Lemma check_each_all f ms s after :
  check_each f ms s = Some after -> forall m, In m ms -> exists one other, f m one = Some other.
Proof.
  revert s; induction ms as [|first rest IH]; intros s H m Hm; [destruct Hm|].
  simpl in H; destruct (f first s) as [next|] eqn:E; [|discriminate].
  destruct Hm as [<-|Hm]; [eauto|eapply IH; eassumption].
Qed.

Theorem check_sound is_x good plies : forall p s after,
  check is_x good plies p s = Some after -> guarantees is_x good p.
Proof.
  induction plies as [|rest IH]; intros p s after H; simpl in H;
    destruct (outcome p) as [result|] eqn:E;
    try (destruct (good result) eqn:G; [eapply Ends; eassumption|discriminate]);
    [discriminate|].
  destruct (eqb (x_decides p) is_x) eqn:D.
  - apply eqb_prop in D.
    destruct (read s) as [[index next]|]; [|discriminate].
    destruct (choose (moves p) index) as [m|] eqn:C; [|discriminate].
    eapply Chooses; [assumption|assumption|eapply choose_in; eassumption|eapply IH; eassumption].
  - destruct (moves p) as [|first others] eqn:M; [discriminate|].
    apply Answers; [assumption| |rewrite M; discriminate|].
    + destruct (x_decides p), is_x; simpl in D |- *; congruence.
    + rewrite M; intros m Hm.
      assert (each : check_each (fun m => check is_x good rest (play p m)) (first :: others) s
                     = Some after) by exact H.
      destruct (check_each_all _ _ _ _ each m Hm) as (one & other & Hc).
      eapply IH; eassumption.
Qed.

(* --- the rules, compared with known counts ------------------------------------------------------- *)

(* The number of ways to play some plies; finished games have none. *)
Fixpoint perft (plies : nat) (p : position) : int :=
  match plies with
  | O => 1
  | S rest =>
      match outcome p with
      | Some _ => 0
      | None => fold_right (fun m sum => perft rest (play p m) + sum) 0 (moves p)
      end
  end.

Example perft_3 : map (fun plies => perft plies start) [1; 2; 3]%nat = [36; 1296; 45432].
Proof. vm_compute. reflexivity. Qed.
