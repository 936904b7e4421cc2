/** A text within single quotes, where nothing has a meaning for a shell (POSIX, 2.2.2). */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A text as one argument of a shell's command. */
export const quoteArgument = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoteText(text))
