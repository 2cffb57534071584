/** The lessons of a language. */
declare module "content:*" {
  export const course: import("./texts").CourseTexts;
}
