/** Messages of pictures to share. */

export const en = {
  title: "Share",
  me: "Me",
  won: (opponent: string) => `I beat ${opponent}!`,
  lost: (opponent: string) => `${opponent} beat me`,
  drew: (opponent: string) => `A draw with ${opponent}`,
  wins: (name: string) => `${name} wins!`,
  draw: "It’s a draw",
  questions: {
    collapse: "Can you see the winning collapse?",
    choice: "Which collapse would you choose?",
    move: "Can you find the best move?",
    end: "Want a game?",
  },
  send: "Share",
  copyLink: "Copy link",
  save: "Save picture",
  saved: (file: string) => `Saved as ${file}.`,
  drawing: "Drawing the picture …",
  failed: "This browser cannot draw the picture. The link still works.",
};
