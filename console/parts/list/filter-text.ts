/** One filter of a list: the parameter of the URL and of the API, and its value. */
export interface ListFilter {
  readonly name: string
  readonly value: string
}

/** The name with a `-` before it if the value is left out, which its `!` says to the gateway; and the value without that. */
export const splitFilter = ({ name, value }: ListFilter): readonly [name: string, value: string] =>
  value.startsWith('!') ? [`-${name}`, value.slice(1)] : [name, value]

/** `tenant:acme`, with the value in quotation marks if it has a space; `-tenant:acme` where it is left out. */
export const printFilter = (filter: ListFilter): string => {
  const [name, value] = splitFilter(filter)
  return `${name}:${/[\s"]/.test(value) ? JSON.stringify(value) : value}`
}

interface ReadText {
  readonly filters: readonly ListFilter[]
  /** The text without the filters. */
  readonly rest: string
}

const unquote = (text: string): string => {
  if (!text.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text.replaceAll('"', '')
  }
}

/** The filters in a text as people type it, or paste it: `tenant:acme -code:RATE_LIMITED rest of the text`. */
export const readFilterText = (
  text: string,
  names: readonly string[],
  isTaken: (filter: ListFilter) => boolean = () => true,
): ReadText => {
  const filters: ListFilter[] = []
  const rest = text.replace(
    /(?<!\S)(-?)([a-z_]+):("(?:[^"\\]|\\.)*"|\S+)/g,
    (whole, not, name: string, value: string) => {
      const filter = { name, value: `${not && '!'}${unquote(value)}` }
      if (!names.includes(name) || !isTaken(filter)) return whole
      filters.push(filter)
      return ''
    },
  )
  return { filters, rest: rest.replace(/\s+/g, ' ').trim() }
}
