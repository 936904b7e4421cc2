/** Cuts a text to a number of terminal columns; wide characters take two. */
export const cutText = (text: string, width: number): string => {
  if (Bun.stringWidth(text) <= width) return text
  let start = ''
  let used = 1
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Bun.stringWidth(segment)
    if (used > width) break
    start += segment
  }
  return `${start}…`
}

/** The parts of a word between which a line may end: each character of a script with wide ones, such as Japanese, which has no spaces. */
const splitWord = (word: string): readonly string[] => {
  const characters = Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
  return Bun.stringWidth(word) > characters.length ? characters : [word]
}

/** Breaks a text between words into lines of a number of terminal columns. A longer word, such as an address, stays whole. */
export const wrapText = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const [nth, word] of text.split(' ').entries())
    for (const [at, part] of splitWord(word).entries()) {
      const longer = at === 0 && nth > 0 ? `${line} ${part}` : line + part
      if (line !== '' && Bun.stringWidth(longer) > width) {
        lines.push(line)
        line = part
      } else line = longer
    }
  return [...lines, line]
}

/** The spaces that fill a text up to a width. */
export const fillText = (text: string, width: number): string => ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
