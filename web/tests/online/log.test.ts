import { describe, expect, test } from "vitest";

import { daysLeft, leftTo, parseClock, timeText } from "../../src/online/clocks";
import {
  offerDecision,
  endingOf,
  isRematchDeclined,
  declinedIn,
  offersIn,
  rematchIn,
} from "../../src/online/log";
import { type Entry, parseServerMessage } from "../../src/online/wire";

function log(...entries: readonly [Entry["k"], Entry["s"], string?][]): Entry[] {
  return entries.map(([k, s, b = ""], i) => ({ v: i + 1, k, s, b, at: 0, spent: 0, id: "" }));
}

describe("offers", () => {
  test("stay open until they are answered", () => {
    const open = log(["offer-draw", "X"]);
    expect(offersIn(open).draw).toBe("X");
    expect(offersIn([...open, ...log(["decline-draw", "O"])]).draw).toBeNull();
  });

  test("of a draw end when the opponent moves, of a takeback with any move", () => {
    const offers = log(["offer-draw", "X"], ["offer-takeback", "O"], ["offer-rematch", "X"]);
    const own = [...offers, ...log(["move", "X", "12"])];
    expect(offersIn(own)).toEqual({ draw: "X", takeback: null, rematch: "X" });
    const after = offersIn([...own, ...log(["move", "O", "23"])]);
    expect(after).toEqual({ draw: null, takeback: null, rematch: "X" });
  });

  test("survive a server outage", () => {
    expect(offersIn(log(["offer-draw", "X"], ["downtime", "", "5000"])).draw).toBe("X");
  });

  test("are declined until anything else happens", () => {
    const declined = log(["offer-draw", "X"], ["decline-draw", "O"]);
    expect(declinedIn(declined)).toEqual({ offer: "draw", by: "O" });
    expect(declinedIn([...declined, ...log(["downtime", "", "5000"])])?.offer).toBe("draw");
    expect(declinedIn([...declined, ...log(["move", "X", "12"])])).toBeNull();
    expect(declinedIn(log(["offer-takeback", "X"], ["decline-takeback", "O"]))?.offer).toBe(
      "takeback",
    );
    expect(declinedIn([])).toBeNull();
  });

  test("of a rematch are declined permanently", () => {
    const wanted = log(["resign", "X"], ["offer-rematch", "X"]);
    expect(isRematchDeclined(wanted)).toBe(false);
    const declined = [...wanted, ...log([offerDecision("rematch", "decline"), "O"])];
    expect(isRematchDeclined(declined)).toBe(true);
    expect(offersIn(declined).rematch).toBeNull();
  });
});

test.each([
  ["resign", "X", "resigned", "X", null],
  ["flag", "O", "time", "O", null],
  ["claim-win", "X", "away", "O", null],
  ["claim-draw", "X", "claimed", null, null],
  ["accept-draw", "O", "agreed", null, null],
  ["abort", "X", "aborted", null, "X"],
] as const)("a game that ends by %s", (kind, seat, how, loser, abortedBy) => {
  const calledOff = null;
  const wanted = { how, loser, abortedBy, calledOff };
  expect(endingOf(log(["move", "X", "12"], [kind, seat]))).toEqual(wanted);
});

test.each([
  ["round", "round"],
  ["room", "room"],
  ["member", "member"],
  ["", null],
  ["what later versions write", null],
])("a game that the server aborts for %j", (body, calledOff) => {
  const wanted = { how: "aborted", loser: null, abortedBy: null, calledOff };
  expect(endingOf(log(["abort", "", body]))).toEqual(wanted);
});

test("the log contains the id of the next game", () => {
  expect(rematchIn(log(["offer-rematch", "X"], ["accept-rematch", "O", "0123456789"]))).toBe(
    "0123456789",
  );
  expect(rematchIn([])).toBeNull();
});

describe("clocks", () => {
  test("as texts", () => {
    expect(parseClock("300+5")).toEqual({ kind: "live", base: 300, increment: 5 });
    expect(parseClock("3d")).toEqual({ kind: "days", days: 3 });
    expect(parseClock("none")).toEqual({ kind: "none" });
  });

  test("only the running one decreases, down to zero", () => {
    const clocks = { x: 5_000, o: 7_000, running: "X", deadline: null } as const;
    expect(leftTo("X", clocks, 2_000)).toBe(3_000);
    expect(leftTo("O", clocks, 2_000)).toBe(7_000);
    expect(leftTo("X", clocks, 9_000)).toBe(0);
    expect(leftTo("X", clocks, -2_000)).toBe(5_000);
    expect(leftTo("X", null, 0)).toBeNull();
  });

  test.each([
    [0, "0.0"],
    [9_990, "9.9"],
    [10_000, "0:10"],
    [247_900, "4:07"],
    [3_723_000, "1:02:03"],
  ])("%d ms is %s", (left, text) => expect(timeText(left)).toBe(text));

  test("days are rounded up to an hour", () => {
    expect(daysLeft(86_400_000 + 1)).toEqual({ days: 1, hours: 1 });
  });
});

test("invalid messages are ignored", () => {
  expect(["", "[]", "7", '{"x":1}', "null"].map(parseServerMessage)).toEqual(Array(5).fill(null));
  expect(parseServerMessage('{"t":"pong","n":1,"now":5}')).toEqual({ t: "pong", n: 1, now: 5 });
});
