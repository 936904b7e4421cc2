/** A text as one argument of a shell's command (POSIX, 2.2.2: nothing within single quotes has a meaning). */
export const quoteArgument = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
