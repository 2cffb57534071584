/** Icons of lazily loaded screens as paths for `Icon`. */

export const LAZY_ICONS = {
  review: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  back: "M15 6l-6 6 6 6",
  end: "M6 6l6 6-6 6M13 6l6 6-6 6",
  promote: "M12 20V5M6 11l6-6 6 6",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  record:
    "M8 4h8v5a4 4 0 0 1-8 0zM8 5H4.5c0 3 1 4.5 3.5 4.5M16 5h3.5c0 3-1 4.5-3.5 4.5M12 13v4M8 20h8",
  files: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  line: "M4 6h16v12H4zM8 10l2.5 2L8 14M12.5 14.5H16",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5",
  right: "M5 13l5 5L19 7",
  close: "M6 6l12 12M18 6L6 18",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  equal: "M6 9h12M6 15h12",
  about: "M4 11c5-6 11 3 16-3M4 18c5-6 11 3 16-3",
  minus: "M6 12h12",
  dot: "M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  diamond: "M12 4l7 8-7 8-7-8z",
  star: "M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.7-5-2.9-5 2.9 1.2-5.7L4 9.8l5.6-.6z",
  message: "M4 5h16v11h-9l-4 4v-4H4z",
  mute: "M8 5h12v11h-1M15 16h-4l-4 4v-4H4V6M3 3l18 18",
  send: "M4 12h15M13 6l6 6-6 6",
} as const;
