import type { Imported } from '../convert/to-slice.ts'
import { readTypes } from '../read/keywords.ts'
import { followReferences, type Node, toNode } from '../read/node.ts'

const names = {
  cursor:
    /^(?:[\w$.-]*cursor|after|(?:next_?)?page_?token|pagination_?(?:token|key)|next_?(?:page|token|page_?id)|starting_after|start_?after|continuation_?token|page\[(?:after|cursor)\]|bookmark|marker)$/i,
  offset: /^(?:[$_]?offset|[$_]?skip|start_?(?:at|index)?|first_?result|page\[offset\])$/i,
  page: /^(?:p|pg|page|page_?(?:number|num|no|index)|page\[number\]|current_?page)$/i,
  size: /^(?:(?:page_?)?(?:limit|size)|per_?page|(?:max_?|num_?)(?:results|entries|items|page_?size)|(?:page_?)?count|[$_]?top|[$_]?take|rows|(?:results|items|records|entries)_?per_?page|page_?length|page\[(?:size|limit)\]|first)$/i,
} as const

/** A parameter that callers may leave out, by the document's name. */
export interface PagingParameter {
  readonly name: string
  readonly isText: boolean
  /** The parameter, with the reference of its schema resolved. */
  readonly node: Node
}

export interface PageSize {
  readonly into: string
  readonly max: number
  /** The source of `max`: the document's largest size, its default size, or most vendors' habit. */
  readonly from: 'document' | 'default' | 'habit'
}

/** The largest page of most vendors. */
const usualSize = 100

/** Phrases that name the largest page: `between 1 and 100`, `Maximum: 500`, `can never be larger than 250`. */
const sayings = [
  /\b(?:between|from)\s+\d+\s+(?:and|to)\s+(\d[\d,]*)/i,
  /\b(?:larger|greater|more|higher)\s+than\s+(\d[\d,]*)/i,
  /\b(?:maximum|max|up to|at most|upper limit|exceed)\b[^.\d]{0,60}?(\d[\d,]*)/i,
  /\b1\s*(?:-|–|to)\s*(\d[\d,]*)/i,
]

const saidIn = (text: string): number | undefined =>
  sayings.map((saying) => Number(saying.exec(text)?.[1]?.replaceAll(',', '') ?? 0)).find((most) => most > 1)

const guessPageSize = ({ name, node }: PagingParameter): PageSize => {
  const { maximum, default: usually, description } = toNode(node.schema)
  const texts = [node.description, description].filter((text) => typeof text === 'string')
  const most = typeof maximum === 'number' && maximum > 1 ? maximum : saidIn(texts.join(' ').slice(0, 2000))
  if (most !== undefined) return { into: name, max: most, from: 'document' }
  return typeof usually === 'number' && usually > 1
    ? { into: name, max: usually, from: 'default' }
    : { into: name, max: usualSize, from: 'habit' }
}

/** True if the first page is 0. */
export const isZeroBased = ({ node }: PagingParameter): boolean => {
  const { minimum, default: usually } = toNode(node.schema)
  return minimum === 0 || usually === 0 || /\b(?:zero|0)[- ](?:based|indexed)\b/i.test(String(node.description))
}

const timeFormats = /^(?:date|date-time|time|unix-?time)$/
const timeWords = /\b(?:time ?stamps?|unix|iso ?8601|rfc ?3339|dates?|times?|epoch)\b/i
const pageWords = /\b(?:pag(?:e|es|ing|ination)|cursors?|tokens?|offset|index|position|ids?)\b/i

/** True if a parameter is a moment, as `start` and `after` of some vendors are. */
const isTime = ({ schema, description }: Node): boolean => {
  const { format, description: own } = toNode(schema)
  const text = `${description ?? ''} ${own ?? ''}`
  return timeFormats.test(String(format)) || (timeWords.test(text) && !pageWords.test(text))
}

const optionalParameters = (root: Node, { action, operation }: Imported): PagingParameter[] => {
  const declared = operation.parameters.map(({ node }) => node)
  return Object.entries(action.params).flatMap(
    ([callerName, { in: place, required, as: name = callerName, schema }]) => {
      const own = declared.find((one) => one.in === place && one.name === name)
      if (required || (place !== 'query' && place !== 'body') || own?.deprecated === true) return []
      const node = own ? { ...own, schema: followReferences(root, own.schema, '')?.node ?? {} } : { schema }
      const types = readTypes(toNode(node.schema))
      if (isTime(node) || types?.every((type) => type === 'boolean')) return []
      return [{ name, node, isText: types?.every((type) => type === 'string' || type === 'null') ?? false }]
    },
  )
}

/** True for `after` beside `before`, both numbers and without a size of pages: the moments of a span. */
const isSpan = ({ name, isText }: PagingParameter, others: readonly PagingParameter[]): boolean => {
  const hasSize = others.some((one) => names.size.test(one.name) && !one.isText)
  return name === 'after' && !isText && !hasSize && others.some((one) => one.name === 'before' && !one.isText)
}

/** The pagination parameters of an operation, recognized by their names. */
export const pagingParameters = (root: Node, imported: Imported) => {
  const all = optionalParameters(root, imported).filter((one, _, others) => !isSpan(one, others))
  const named = (kind: keyof typeof names) => all.find(({ name }) => names[kind].test(name))
  const size = all.find(({ name, isText }) => names.size.test(name) && !isText)
  return { cursor: named('cursor'), offset: named('offset'), page: named('page'), size: size && guessPageSize(size) }
}
