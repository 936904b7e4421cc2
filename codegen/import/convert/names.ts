import { reservedActions } from '@patchbay/core/access'
import type { Operation } from '../read/operations.ts'
import { prepositions, saysNothing, splitName, toSingular, verbs } from '../read/words.ts'

/** The gateway's own, in the tools of domains and in rules of access. */
const reserved = ['find', 'describe', ...reservedActions]

/**
 * Names of actions, by the key of their operation. Each is made from its operation alone: a verb and a noun if the document's
 * `operationId` has them, otherwise from the method and the path. Names of an earlier import (`pinned`) are kept.
 */
export const nameOperations = (
  operations: readonly Operation[],
  pinned: ReadonlyMap<string, string>,
  longest: number,
  /** Names that actions by hand have. */
  others: readonly string[] = [],
): Map<string, string> => {
  const names = new Map<string, string>()
  const taken = new Set<string>([...reserved, ...others])
  const give = (key: string, name: string): void => {
    names.set(key, name)
    taken.add(name)
  }
  for (const { key } of operations) {
    const name = pinned.get(key)
    if (name !== undefined && !taken.has(name)) give(key, name)
  }
  let open = operations.filter(({ key }) => !names.has(key))
  const prefix = commonPrefix(operations)
  for (const make of [idName(prefix), idName([]), pathName, longName]) {
    const candidates = new Map(open.map((operation) => [operation.key, joined(make(operation), longest)]))
    const counts = Map.groupBy(candidates.values(), (name) => name)
    for (const [key, name] of candidates) {
      if (name !== '' && !taken.has(name) && counts.get(name)?.length === 1) give(key, name)
    }
    open = open.filter(({ key }) => !names.has(key))
  }
  for (const operation of open) {
    const base = joined(longName(operation), longest)
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base.slice(0, longest - 3)}_${count}`
    give(operation.key, name)
  }
  return names
}

/** Lower case, beginning with a letter. A name that is too long loses words in its middle, because its ends say most. */
const joined = (words: readonly string[], longest: number): string => {
  const once = words.filter((word, index) => word !== words[index - 1])
  while (once.join('_').length > longest && once.length > 2) once.splice(Math.floor(once.length / 2), 1)
  const name = once.join('_').slice(0, longest).replace(/_$/, '')
  return /^[a-z]/.test(name) || name === '' ? name : joined(['call', ...once], longest)
}

const readOperationId = ({ node }: Operation): string => (typeof node.operationId === 'string' ? node.operationId : '')

/** The parts of an operation id that separate what it is about from what is done: `calendar.events.list`, `repos/get`. */
const splitId = (id: string): string[] => id.split(/[./:#\s]+/).filter((part) => part !== '')

/** The common beginning of all ids, e.g. the name of the API, which distinguishes nothing. */
const commonPrefix = (operations: readonly Operation[]): readonly string[] => {
  const all = operations.map((operation) => splitId(readOperationId(operation)))
  const [first = []] = all
  if (all.length < 3) return []
  const length = first.findIndex((part, index) =>
    all.some((parts) => parts.length < index + 3 || parts[index] !== part),
  )
  return first.slice(0, Math.max(length, 0))
}

/** The name made from the document's `operationId`; `undefined` if that only repeats the path or was made by a generator. */
const idName =
  (prefix: readonly string[]) =>
  (operation: Operation): string[] => {
    const id = readOperationId(operation)
    const parts = splitId(id).slice(prefix.length)
    const words = withoutRoute(operation, parts.flatMap(splitName))
    if (words.length === 0 || isPathCopy(operation, words)) return []
    if (words.length === 1 || verbs.has(words[0] ?? '')) return withVerb(operation, words)
    // `chat_postMessage` is in two parts, as `chat.postMessage` is.
    const steps = (parts.length > 1 ? parts : id.split('_')).map(splitName)
    const last = steps.at(-1) ?? []
    if (steps.length > 1 && verbs.has(last[0] ?? '')) return verbNoun(last, steps.slice(0, -1).flat())
    return withVerb(operation, words)
  }

const isSame = (some: readonly string[], others: readonly string[]): boolean => some.join() === others.join()

/** FastAPI writes the path and the method behind the function's name: `list_courses_v1_courses_get`. */
const withoutRoute = ({ method, path }: Operation, words: readonly string[]): readonly string[] => {
  const route = [...splitName(path), method.toLowerCase()]
  return words.length > route.length && isSame(words.slice(-route.length), route)
    ? words.slice(0, -route.length)
    : words
}

/** `get_customers_customer`: the method and the path with the names of its parameters. */
const isPathCopy = ({ method, path }: Operation, [first, ...rest]: readonly string[]): boolean =>
  first === method.toLowerCase() &&
  (isSame(splitName(path).slice(-rest.length), rest) || isSame(splitName(path.replace(/^\/v\d+/, '')), rest))

/** A name with a verb in front: the one at its end, or `get` for a read. */
const withVerb = ({ method }: Operation, words: readonly string[]): string[] => {
  if (verbs.has(words[0] ?? '')) return [...words]
  const [last = ''] = words.slice(-1)
  if (verbs.has(last) && words.length > 1) return [last, ...words.slice(0, -1)]
  return method === 'GET' ? ['get', ...words] : [...words]
}

/** `issues`, `list for repo` -> `list issues for repo`; `issues`, `get comment` -> `get issue comment`. */
const verbNoun = ([verb = '', ...rest]: readonly string[], about: readonly string[]): string[] => {
  const known = new Set(rest.map(toSingular))
  const missing = about.filter((word) => !known.has(toSingular(word)))
  const parents = missing.slice(0, -1).map(toSingular)
  const noun = missing.at(-1)
  if (noun === undefined) return [verb, ...rest]
  if (rest.length === 0 || prepositions.has(rest[0] ?? '')) {
    const many = /^(?:list|search|find|query|batch|bulk)$/.test(verb)
    return [verb, ...parents, many ? noun : toSingular(noun), ...rest]
  }
  return [verb, ...parents, toSingular(noun), ...rest]
}

const isParameter = (segment: string): boolean => segment.includes('{')

const doing: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' }

/** `GET /v1/customers/{customer}/cards` -> `list_customer_cards`; `POST /charges/{charge}/capture` -> `capture_charge`. */
const pathName = ({ method, path, node }: Operation): string[] => {
  const segments = path.split('/').filter((segment) => !saysNothing(segment))
  const fixed = segments.flatMap((segment, index) => {
    if (isParameter(segment)) return []
    const isOne = index + 1 < segments.length
    const words = splitName(segment)
    return [isOne ? [...words.slice(0, -1), toSingular(words.at(-1) ?? '')] : words]
  })
  const last = fixed.at(-1) ?? []
  const endsInParameter = isParameter(segments.at(-1) ?? '')
  if (!endsInParameter && verbs.has(last[0] ?? '')) {
    return [...last, ...fixed.slice(0, -1).flat()]
  }
  const words = fixed.flat()
  const one = (some: readonly string[]): string[] => [...some.slice(0, -1), toSingular(some.at(-1) ?? '')]
  const isMany = toSingular(words.at(-1) ?? '') !== (words.at(-1) ?? '')
  if (method === 'GET') return !endsInParameter && isMany && !answersOne(node) ? ['list', ...words] : ['get', ...words]
  if (method === 'HEAD') return ['check', ...words]
  if (method === 'POST' && endsInParameter) return ['update', ...one(words)]
  return [doing[method] ?? 'call', ...one(words)]
}

/** Whether the document's text says that the answer is a single thing. */
const answersOne = ({ summary, description }: Operation['node']): boolean =>
  /^(?:retrieve|get|return)s?\s+an?\s/i.test(String(summary ?? description ?? ''))

/** Method and whole path: two operations never have the same. */
const longName = ({ method, path, query }: Operation): string[] => [
  method.toLowerCase(),
  ...path
    .split('/')
    .filter((segment) => segment !== '')
    .flatMap((segment) => (isParameter(segment) ? ['by', ...splitName(segment)] : splitName(segment))),
  ...Object.values(query).flatMap(splitName),
]
