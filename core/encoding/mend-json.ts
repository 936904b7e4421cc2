/** The guards that vendors put before JSON against scripts of other sites: `)]}'` (Gerrit, Angular), `for(;;);` (Facebook). */
const guard = /^\s*(?:\)\]\}['"]?,?|while ?\(1\);?|for ?\(;;\);?|\{\} ?&&)\s*/
/**
 * The texts, in pieces, because an alternative for each letter of a long text takes the engine's stack. A text without an end reaches to the
 * end: otherwise each quote in it would be tried as the beginning of another one.
 */
const strings = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const controls = /[\0-\x1f]/g

const escapeControl = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text without the zeros and the white space at its end, with which devices fill their buffers. */
const withoutFilling = (text: string): string => {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end--
  return text.slice(0, end)
}

/**
 * JSON of which only the writing is wrong, and whose meaning is beyond doubt: behind a guard against other sites, filled up with zeros,
 * or with raw line breaks in its texts (RFC 8259, section 7, requires them to be escaped). Returns it as it should be, which may still
 * be no JSON; `undefined`: nothing of this was found.
 */
export const mendJson = (text: string): string | undefined => {
  const bare = withoutFilling(text.replace(guard, ''))
  const mended = bare.replaceAll(strings, (string) => string.replaceAll(controls, escapeControl))
  return mended === text ? undefined : mended
}
