import { isNode, toNode } from '../../read/node.ts'
import type { Operation } from '../../read/operations.ts'
import { nounsToo, readNouns, saysNothing, splitName, toSingular, verbs } from '../../read/words.ts'
import { verbNoun } from './verb-noun.ts'

const isParameter = (segment: string): boolean => segment.includes('{')

const doing: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'check',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

const toOne = (words: readonly string[]): string[] => [...words.slice(0, -1), toSingular(words.at(-1) ?? '')]

/** True if the end of a path says what is done and names no resource, as `report_runs` does. */
const isDoing = (method: string, [word = '', ...others]: readonly string[]): boolean => {
  const last = others.at(-1) ?? ''
  if (!verbs.has(word) || (nounsToo.has(word) && toSingular(last) !== last)) return false
  return method !== 'GET' || !nounsToo.has(word) || readNouns.has(word)
}

/** The words that `others` doesn't have. */
const without = (words: readonly string[], others: readonly string[]): string[] => {
  const singulars = new Set(others.map(toSingular))
  return words.filter((word) => !singulars.has(toSingular(word)))
}

/** Nouns that stand for a read in a method call, by POST too: `/collections.info`. */
const facts: ReadonlySet<string> = new Set(['config', 'details', 'info', 'stats', 'status'])

/** The words of a method call: `/rooms.adminRooms`, `/users.createToken`, `/things:batchGet`. */
const callWords = (method: string, segment: string): string[] => {
  const parts = segment
    .split(/[.:]/)
    .map(splitName)
    .filter((words) => words.length > 0)
  const last = parts.at(-1) ?? []
  if (parts.length < 2) return []
  const about = parts.slice(0, -1).flat()
  if (verbs.has(last[0] ?? '')) return verbNoun(last, about)
  if (last.length === 1 && facts.has(last[0] ?? '')) return verbNoun(['get', ...last], about)
  const end = last.at(-1) ?? ''
  if (method !== 'GET' && verbs.has(end) && !nounsToo.has(end)) return verbNoun([end, ...last.slice(0, -1)], about)
  return []
}

/** True if the document's text says that the answer is a single thing. */
const answersOne = ({ summary, description }: Operation['node']): boolean =>
  /^(?:retrieve|get|return)s?\s+an?\s/i.test(String(summary ?? description ?? ''))

/** True if the document's answer is a list itself. */
const answersList = ({ responses }: Operation['node']): boolean => {
  const answer = toNode(toNode(responses)['200'])
  return Object.values(toNode(answer.content)).some(
    (part) => isNode(part) && isNode(part.schema) && part.schema.type === 'array',
  )
}

/** Verbs with which a text says that an operation reads, whatever its method is: `POST /messages/info`. */
const reading = /^\W*(?:get|list|return|retrieve|fetch|view|show|look up|count)s?\b/i

const saysRead = ({ summary, description }: Operation['node']): boolean =>
  reading.test(String(summary ?? description ?? ''))

const saysCreate = ({ operationId }: Operation['node']): boolean =>
  /(?:^|[_./-])(?:create|add)[^_./-]*$/i.test(String(operationId))

/** The words of the fixed parts of a path: things above others are one of each. */
const fixedWords = (segments: readonly string[]): string[][] =>
  segments.flatMap((segment, index) => {
    if (isParameter(segment)) return []
    return [index + 1 < segments.length ? toOne(splitName(segment)) : splitName(segment)]
  })

/** The words of a path with a verb at its end: `POST /charges/{charge}/capture`. Empty: it has no verb there. */
const doneWords = (method: string, segments: readonly string[], fixed: readonly string[][]): string[] => {
  const last = fixed.at(-1) ?? []
  const above = fixed.slice(0, -1).flat()
  const [verb, ...called] = callWords(method, segments.findLast((segment) => !isParameter(segment)) ?? '')
  if (verb !== undefined) return [verb, ...without(above, called), ...called]
  const isBeforeParameter = isParameter(segments.at(-1) ?? '')
  const mayDo = fixed.length > 1 && last.length === 1 && method !== 'GET' && !nounsToo.has(last[0] ?? '')
  if (isBeforeParameter && !mayDo) return []
  const about = without(above, last)
  if (isDoing(method, last)) return [...last, ...about]
  const end = last.at(-1) ?? ''
  const isEnd = method !== 'GET' && last.length > 1 && verbs.has(end) && !nounsToo.has(end)
  return isEnd ? [end, ...about, ...last.slice(0, -1)] : []
}

/** `GET /v1/customers/{customer}/cards` -> `list_customer_cards`; `POST /charges/{charge}/capture` -> `capture_charge`. */
export const pathWords = ({ method, path, node }: Operation): string[] => {
  const segments = path.split('/').filter((segment) => !saysNothing(segment))
  const fixed = fixedWords(segments)
  const done = doneWords(method, segments, fixed)
  if (done.length > 0) return done
  const words = fixed.flat()
  const endsInParameter = isParameter(segments.at(-1) ?? '')
  const isMany = toSingular(words.at(-1) ?? '') !== (words.at(-1) ?? '')
  if (method === 'GET' || (method === 'POST' && saysRead(node))) {
    const isList = !endsInParameter && (answersList(node) || (isMany && !answersOne(node)))
    return [isList ? 'list' : 'get', ...words]
  }
  if (method === 'HEAD') return [doing.HEAD ?? '', ...words]
  if (method === 'POST' && endsInParameter) return [saysCreate(node) ? 'create' : 'update', ...toOne(words)]
  return [doing[method] ?? 'call', ...toOne(words)]
}

/** The fewest operations of which a segment that almost all share says nothing. */
const fewest = 10

/**
 * The first segment of a document's paths, if nine tenths of them share it and none has a parameter behind it: the name of the
 * product or the API, as in `/answer/api/v1/tags`. Empty: there is none.
 */
export const commonStart = (operations: readonly Operation[]): string => {
  const split = operations.map(({ path }) => path.split('/').filter((segment) => segment !== ''))
  const first = Map.groupBy(split, ([segment = '']) => segment)
  const [start = '', those = []] = [...first].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  const isShared = operations.length >= fewest && those.length >= operations.length * 0.9
  const isResource = those.some(([, second = '{']) => isParameter(second))
  return isShared && !isResource && !isParameter(start) && !saysNothing(start) ? start : ''
}

/** A path without the start that all have, if anything that names a thing is left. */
export const withoutStart = (path: string, start: string): string => {
  if (start === '' || !path.startsWith(`/${start}/`)) return path
  const rest = path.slice(start.length + 1)
  return rest.split('/').some((segment) => !saysNothing(segment) && !isParameter(segment)) ? rest : path
}

/** The same with the parameter at the end of the path: `get_language_by_id`. Empty: the path has none there. */
export const pathWordsBy = (operation: Operation): string[] => {
  const last = operation.path.split('/').at(-1) ?? ''
  const words = pathWords(operation)
  if (!isParameter(last)) return words
  const by = without(splitName(last), words)
  return [...words, 'by', ...(by.length > 0 ? by : splitName(last))]
}

/** The words of the whole path, and of what stands behind it. */
const listWords = ({ path, query }: Operation, isKept: (segment: string) => boolean): string[] => [
  ...path
    .split('/')
    .filter((segment) => segment !== '' && isKept(segment))
    .flatMap((segment) => (isParameter(segment) ? ['by', ...splitName(segment)] : splitName(segment))),
  ...Object.values(query).flatMap(splitName),
]

/** A verb and the whole path, without versions: two operations seldom have the same. */
export const verbAndPath = (operation: Operation): string[] => {
  return [doing[operation.method] ?? 'call', ...listWords(operation, (segment) => !saysNothing(segment))]
}

/** Method and whole path: two operations never have the same. */
export const methodAndPath = (operation: Operation): string[] => [
  operation.method.toLowerCase(),
  ...listWords(operation, () => true),
]
