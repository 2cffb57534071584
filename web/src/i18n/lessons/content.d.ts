/** The lessons of a language, read by `content.ts` when the app is built. */
declare module "content:*" {
  export const course: import("../../lessons/texts").CourseTexts;
}
