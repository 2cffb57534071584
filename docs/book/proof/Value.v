(* The value of quantum tic-tac-toe under the rules goff is half a point.

   Decisions.v is written by `qttt book proof`. Nothing in it is trusted. *)

From Coq Require Import List Uint63 ZArith.
From Proof Require Import Game Decisions.
Import ListNotations.
Open Scope uint63_scope.

(* More than any game has: nine placements, and at most one collapse after each. *)
Definition plies : nat := 18.

Theorem value_is_half : has_value start 1.
Proof.
  split.
  - apply (check_sound true _ plies start (1, x_decisions) (1, [])).
    vm_cast_no_check (@eq_refl (option stream) (Some (1, []))).
  - apply (check_sound false _ plies start (1, o_decisions) (1, [])).
    vm_cast_no_check (@eq_refl (option stream) (Some (1, []))).
Qed.

Print Assumptions value_is_half.
