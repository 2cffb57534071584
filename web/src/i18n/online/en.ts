/** What play over the internet says, in English. */

import type { Player } from "../../kernel/types";
import { plural } from "../plural";

const counted = plural("en");

/** What the server refuses, by its codes; `other` for those that only its own sentence explains. */
const refusals = {
  away: "The server cannot be reached. Try again when you have a network.",
  unavailable: "The server is busy. Nothing is lost; try again.",
  "not-found": "There is no such thing on this server, or it is over.",
  "no-such-game": "There is no such game.",
  "not-your-turn": "It is not your turn.",
  "chance-decides": "A coin decides now.",
  "illegal-move": "This move is not legal.",
  "game-over": "The game is over.",
  "out-of-time": "Your time was up.",
  stale: "The other player was faster; look again.",
  "no-offer": "The offer is no longer open.",
  "already-offered": "You have offered that already.",
  "too-late-to-abort": "Both have moved: resign, or offer a draw.",
  "nothing-to-take-back": "There is nothing to take back.",
  "too-fast": "That was too much at once. Wait a moment.",
};

export const en = {
  title: "Play online",
  connecting: "Connecting …",
  missing: "Whoever runs this app offers no games over the internet.",
  gone: "No connection. Trying again …",
  youAre: (name: string) => `You are ${name}.`,
  retry: "Try again",
  clock: "Clock",
  noClock: "No clock",
  live: (minutes: string, seconds: number) =>
    seconds > 0 ? `${minutes} min + ${seconds} s` : `${minutes} min`,
  days: (days: number) =>
    counted(days, { one: "# day for each move", other: "# days for each move" }),
  left: (days: number, hours: number) =>
    days > 0
      ? `${counted(days, { one: "# day", other: "# days" })} ${hours} h`
      : counted(hours, { one: "# hour", other: "# hours" }),
  side: "Your marks",
  sides: { X: "X", O: "O", random: "By lot" },
  rated: "Rated",
  casual: "Not rated",
  find: "Find an opponent",
  invite: "Invite a friend",
  looking: "Looking for somebody who wants the same …",
  lookingNote: "Keep this open. It can take a while; you may also invite a friend.",
  cancel: "Cancel",
  inviteNote: "Send this link. The game begins as soon as it is opened.",
  onlyHere:
    "This link works on this computer only. To play with others, end the app and start it with: qttt serve --host 0.0.0.0",
  copy: "Copy the link",
  copied: "Copied",
  share: "Share",
  scan: "Or let your friend scan this:",
  invites: (name: string) => `${name} invites you to a game.`,
  ownInvitation: "This is your own invitation; send the link to a friend.",
  youPlay: (side: string) => `You play ${side}.`,
  accept: "Play",
  playing: "Being played now",
  nobodyPlays: "Nobody is playing at the moment.",
  waiting: "Looking for an opponent",
  join: "Play",
  yours: "Your games",
  noneYours: "None yet.",
  versus: (x: string, o: string) => `${x} – ${o}`,
  online: (count: number) =>
    counted(count, { one: "# person is here", other: "# people are here" }),
  watching: (count: number) => counted(count, { one: "# spectator", other: "# spectators" }),
  absent: (name: string) => `${name} is not here at the moment.`,
  absentNote: "away",
  sending: "Sending …",
  resign: "Resign",
  resignSure: "Really resign?",
  abort: "Abort",
  draw: "Offer a draw",
  takeback: "Take back",
  offers: {
    draw: (name: string) => `${name} offers a draw.`,
    takeback: (name: string) => `${name} asks to take the last move back.`,
    rematch: (name: string) => `${name} wants a rematch.`,
  },
  offered: {
    draw: "You have offered a draw.",
    takeback: "You have asked to take your move back.",
    rematch: "You want a rematch. Waiting for the answer …",
  },
  agree: "Accept",
  decline: "Decline",
  endings: {
    resigned: (player: Player) => `${player} has resigned.`,
    time: (player: Player) => `${player} has run out of time.`,
    agreed: "You have agreed on a draw.",
    aborted: "The game was aborted and does not count.",
  },
  over: "Game over",
  rematch: "Rematch",
  another: "New opponent",
  analyse: "Analyse",
  timeOf: (player: Player, time: string) => `${player} has ${time}`,
  say: "Say",
  said: (name: string, phrase: string) => `${name}: ${phrase}`,
  phrases: [
    "Hello!",
    "Good luck!",
    "Well played!",
    "Oh no!",
    "Interesting …",
    "One moment, please.",
    "Thank you for the game!",
    "Goodbye!",
  ],
  refusals,
};
