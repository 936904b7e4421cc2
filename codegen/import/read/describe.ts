/** Control characters, and those that are invisible or change the direction of text (Unicode TR 36, section 3). */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu

/** Comments, tags, and the marks by which chat templates part messages: `<|im_start|>`, `[INST]`, `<<SYS>>`. */
const markup =
  /<!--.*?(?:-->|$)|<\|[^|>]{0,64}\|?>|<<\/?[A-Z]{1,12}>>|\[\/?(?:INST|SYS|SYSTEM|ASSISTANT|USER)\]|<\/?[a-z][^<>]{0,400}>/gi

/** A link or an image of Markdown: its text is kept. */
const links = /!?\[([^\][]{0,300})\]\([^()\s]{0,1000}(?:\s"[^"]{0,200}")?\)/g

/** A line that speaks as one of a conversation's sides: `System: ...`. */
const roles = /(^|\s)(?:system|assistant|human|user)\s*:\s*/gi

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const words = text.slice(0, most - 1)
  return `${words.slice(0, Math.max(words.lastIndexOf(' '), most / 2)).trimEnd()}…`
}

/** A text of a document without what is not a text: markup, control characters, line breaks. */
export const plainText = (value: unknown): string => {
  if (typeof value !== 'string') return ''
  let text = value.slice(0, 4000)
  // Without a mark, the characters before and after it can form another mark.
  for (let last = ''; last !== text; ) {
    last = text
    text = text.replace(markup, ' ').replace(links, '$1')
  }
  return text
    .replace(/[\t\n\r]/g, ' ')
    .replace(invisible, '')
    .replace(roles, '$1')
    .replace(/[`*_#>]{2,}|(?<=^|\s)[#>*]+(?=\s)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?)])/g, '')
    .trim()
}

/** True if models may read a value that stands beside descriptions: it is short, and holds no marks of chat templates. */
export const isReadable = (value: unknown): boolean => {
  const text = JSON.stringify(value)
  return text.length <= 200 && text.search(markup) < 0 && text.search(invisible) < 0
}

/** The first sentence of a document's text, as data: people and models read it, so nothing in it may look like an instruction. */
export const sentence = (value: unknown, most: number): string => {
  const text = plainText(value)
  const [first] = sentences.segment(text)
  return cut((first?.segment ?? '').trim(), most).replace(/[.:]$/, '')
}
