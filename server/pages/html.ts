/** Text that is already HTML. A template escapes every other value. */
export interface Html {
  readonly html: string
}

type Part = Html | string | readonly Html[]

const renderPart = (part: Part): string => {
  if (typeof part === 'string') return Bun.escapeHTML(part)
  return 'html' in part ? part.html : part.map(({ html }) => html).join('')
}

/** A template whose values are escaped, for element content and quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((string, index) => string + renderPart(parts[index] ?? '')).join(''),
})
