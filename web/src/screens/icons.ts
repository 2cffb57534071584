/** Icons of the first screens as paths for `Icon`. */

export const ICONS = {
  X: "M5 5l14 14M19 5L5 19",
  O: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z",
  up: "M15 5l-7 7 7 7",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  undo: "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h3",
  reset: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5",
  layers: "M12 4l9 5-9 5-9-5zM4 14l8 4.5 8-4.5",
  lessons: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  puzzles:
    "M9 4.5a2 2 0 0 1 4 0V6h5v5h-1.5a2 2 0 0 0 0 4H18v5h-5v-1.5a2 2 0 0 0-4 0V20H4v-5h1.5a2 2 0 0 0 0-4H4V6h5z",
  analysis: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M8 10.5h5M10.5 8v5",
  teach: "M4 5h16v10H4zM12 15v5M8 20h8M8 9h4",
  online:
    "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c-5 5-5 12 0 17 5-5 5-12 0-17z",
  games: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2",
  daily: "M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M9 15l2 2 4-4",
  sounds: "M4 9.5v5h3.5l5 4v-13l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 9.5v5h3.5l5 4v-13l-5 4zM16 9.5l5 5M21 9.5l-5 5",
  play: "M8 5l11 7-11 7z",
  pause: "M9 6v12M15 6v12",
  on: "M9 6l6 6-6 6",
  help: "M9.2 9a2.8 2.8 0 1 1 4.2 2.4c-1 .6-1.4 1.1-1.4 2.3M12 17.3v.2",
} as const;
