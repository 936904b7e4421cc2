import type { Operation } from '../../read/operations.ts'
import { isVersion, nounsToo, readNouns, saysNothing, splitName, toSingular, verbs } from '../../read/words.ts'
import { verbNoun } from './verb-noun.ts'

const readOperationId = ({ node }: Operation): string => (typeof node.operationId === 'string' ? node.operationId : '')

/** The parts of an operation id, which name its subject and its verb: `calendar.events.list`, `repos/get`. */
const splitId = (id: string): string[] => id.split(/[./:#\s]+/).filter((part) => part !== '')

/** True if a machine made a part of an id: digits, a UUID, or letters and digits in turn (`5f8d0d55b54764421b7156c5`). */
const isRandom = (part: string): boolean =>
  /^[\d-]+$/.test(part) ||
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(part) ||
  (/^[0-9a-f]{6,}$/i.test(part) && /\d/.test(part) && /[a-f]/i.test(part)) ||
  (part.length >= 10 && (part.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? []).length >= 4)

/** The common beginning of all ids, e.g. the name of the API, which distinguishes nothing. */
export const commonPrefix = (operations: readonly Operation[]): readonly string[] => {
  const all = operations.map((operation) => splitId(readOperationId(operation)))
  const [first = []] = all
  if (all.length < 3) return []
  const length = first.findIndex((part, index) =>
    all.some((parts) => parts.length < index + 3 || parts[index] !== part),
  )
  return first.slice(0, Math.max(length, 0))
}

const isSame = (some: readonly string[], others: readonly string[]): boolean => some.join() === others.join()

/** FastAPI writes the path and the method behind the function's name: `list_courses_v1_courses_get`. */
const withoutRoute = ({ method, path }: Operation, words: readonly string[]): readonly string[] => {
  const route = [...splitName(path), method.toLowerCase()]
  return words.length > route.length && isSame(words.slice(-route.length), route)
    ? words.slice(0, -route.length)
    : words
}

const manner = /^(?:using|with|via)$/

/** Other generators add the method: `resolveImageUsingGET_1`, `search_with_post`, `getProperties_get`. */
const withoutMethod = ({ method }: Operation, words: readonly string[]): readonly string[] => {
  const bare = /^\d+$/.test(words.at(-1) ?? '') && words.length > 2 ? words.slice(0, -1) : words
  if (bare.at(-1) !== method.toLowerCase()) return words
  if (manner.test(bare.at(-2) ?? '')) return bare.slice(0, -2)
  const [first = ''] = bare
  const hasVerb = (verbs.has(first) && !nounsToo.has(first)) || verbs.has(bare.at(-2) ?? '')
  return (bare.length > 2 && hasVerb) || (bare.length > 1 && method === 'HEAD') ? bare.slice(0, -1) : words
}

/** The same of the parts of an id: `search`, `with`, `post`. */
const withoutManner = ({ method }: Operation, steps: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  manner.test(steps.at(-2)?.join() ?? '') && steps.at(-1)?.join() === method.toLowerCase() ? steps.slice(0, -2) : steps

/** The words of a path, without those that name no resource. */
const pathWords = (path: string, isKept: (segment: string) => boolean): string[] =>
  path
    .split('/')
    .filter((segment) => !saysNothing(segment) && isKept(segment))
    .flatMap(splitName)

/** `get_customers_customer`: the method and the path, with the names of its parameters or without. */
const isPathCopy = ({ method, path }: Operation, id: string, [first, ...all]: readonly string[]): boolean => {
  if (first !== method.toLowerCase()) return false
  // With a separator it is a method; `postMessage` is a verb and a noun.
  if (new RegExp(`^${first}\\W`, 'i').test(id)) return true
  const rest = all.filter((word) => !saysNothing(word))
  const fixed = path.endsWith('}') ? [] : [pathWords(path, (segment) => !segment.includes('{'))]
  const ends = [pathWords(path, () => true), ...fixed]
  return (
    ends.some((words) => isSame(words.slice(-rest.length), rest)) || isSame(splitName(path).slice(-all.length), all)
  )
}

/** Classes of frameworks: `AddonPropertiesResource.getAddonProperties`. */
const frameworkClass = /^(?:resource|controller|api|service|handler|endpoint)s?$/

const withoutClass = (words: readonly string[]): readonly string[] =>
  words.length > 1 && frameworkClass.test(words.at(-1) ?? '') ? words.slice(0, -1) : words

/** Names that frameworks' functions end in: `create_agent_route`. In the path it is a thing of the API's. */
const functionName = /^(?:route|endpoint|handler|controller)$/

const withoutFunction = ({ path }: Operation, words: readonly string[]): readonly string[] => {
  const last = words.at(-1) ?? ''
  if (words.length < 3 || !functionName.test(last)) return words
  return splitName(path).some((word) => toSingular(word) === last) ? words : words.slice(0, -1)
}

/** The verbs that a generator writes in front of a name, by the method. */
const gluedVerbs: Readonly<Record<string, RegExp>> = {
  GET: /^(get|list)(?=[a-z]{3})/,
  POST: /^(post|create|add)(?=[a-z]{3})/,
  PUT: /^(put|update)(?=[a-z]{3})/,
  PATCH: /^(patch|update)(?=[a-z]{3})/,
  DELETE: /^(delete|remove)(?=[a-z]{3})/,
}

/** `getdisplayedAttributes` of `/displayed-attributes`: a verb before a word of the path, which nothing separates. */
const splitGlued = ({ method, path }: Operation, words: readonly string[]): readonly string[] => {
  const [first = '', ...others] = words
  const verb = gluedVerbs[method]?.exec(first)?.[1]
  if (verb === undefined || verbs.has(first)) return words
  const noun = first.slice(verb.length)
  return splitName(path).some((word) => toSingular(word) === toSingular(noun)) ? [verb, noun, ...others] : words
}

const isRead = ({ method }: Operation): boolean => method === 'GET' || method === 'HEAD'

const readVerbs = /^(?:get|list|retrieve|fetch|search|find|query|count)$/

/** The index of the step whose verb says what is done: the last step if it begins with a verb. */
const findDoing = (operation: Operation, steps: readonly (readonly string[])[]): number => {
  const does = ([word = '']: readonly string[]): boolean => verbs.has(word)
  if (does(steps.at(-1) ?? [])) return steps.length - 1
  return steps.findLastIndex(
    (words, index) => index > 0 && does(words) && (!isRead(operation) || readVerbs.test(words[0] ?? '')),
  )
}

/** Verbs that generators append to a noun: `pushSubscriptionPut`. */
const plainVerbs: Readonly<Record<string, string>> = {
  get: 'get',
  list: 'list',
  create: 'create',
  post: 'create',
  update: 'update',
  put: 'update',
  patch: 'update',
  delete: 'delete',
  retrieve: 'retrieve',
  destroy: 'destroy',
}

/** The verbs at the end of a name of two words that are no nouns there: `build_retrieve`, and no `share_post`. */
const endVerbs: Readonly<Record<string, RegExp>> = {
  GET: /^(?:get|list|retrieve)$/,
  POST: /^create$/,
  PUT: /^update$/,
  PATCH: /^update$/,
  DELETE: /^(?:delete|destroy)$/,
}

/** `deletes_a_segment` -> `delete a segment`: of a write, a plural that is a verb in the singular says what it does. */
const inBaseForm = (operation: Operation, words: readonly string[]): readonly string[] => {
  const [first = '', ...others] = words
  const verb = first.replace(/s$/, '')
  const isVerb = verb !== first && others.length > 0 && verbs.has(verb) && !nounsToo.has(verb)
  return isVerb && !isRead(operation) ? [verb, ...others] : words
}

/** The index of a verb behind the thing that it is about: `repoListTags`, `notifyGetList`. At most 0: there is none. */
const findInnerVerb = (operation: Operation, words: readonly string[]): number => {
  if (!isRead(operation)) return words.findIndex((word) => verbs.has(word) && !nounsToo.has(word))
  const last = words.at(-1) ?? ''
  const isOfMany = toSingular(last) !== last && !splitName(operation.path).includes('list')
  return words.findIndex(
    (word, index) => word === 'get' || (word === 'list' && index > 0 && index + 1 < words.length && isOfMany),
  )
}

/** Words with a verb in front: the one at their end or in their middle, or `get` for a read. Empty: they have none. */
const withVerb = (operation: Operation, ownWords: readonly string[]): string[] => {
  const { method, path } = operation
  const words = inBaseForm(operation, ownWords)
  const [first = '', ...others] = words
  const last = words.at(-1) ?? ''
  const plain = plainVerbs[last]
  const isEndVerb =
    others.length > 1 || (endVerbs[method]?.test(last) && !splitName(path).some((word) => word === last))
  if (nounsToo.has(first) && isEndVerb && plain !== undefined) return [plain, ...words.slice(0, -1)]
  if (isRead(operation) && nounsToo.has(first) && !readNouns.has(first)) return ['get', ...words]
  const inner = findInnerVerb(operation, words)
  if (verbs.has(first) && !(inner > 0 && isRead(operation) && !readVerbs.test(first))) return [...words]
  if (words[inner] === 'get' && inner + 1 < words.length) return verbNoun(words.slice(inner), words.slice(0, inner))
  // `insight_income_no_tag` tags nothing.
  const isDenied = /^(?:no|non|not|without)$/.test(words.at(-2) ?? '')
  if (others.length > 0 && verbs.has(last) && !isDenied) return [last, ...words.slice(0, -1)]
  if (inner > 0) return verbNoun(words.slice(inner), words.slice(0, inner))
  if (isRead(operation)) return [method === 'GET' ? 'get' : 'check', ...(first === 'head' ? others : words)]
  return isNounOf(path, first) || isGlued(words) ? [] : [...words]
}

/** True for a word of the path that isn't its whole last step: such a one may be a verb that isn't listed here. */
const isNounOf = (path: string, word: string): boolean => {
  const steps = path.split('/').map(splitName)
  const isStep = isSame(steps.at(-1) ?? [], [word])
  return !isStep && steps.flat().some((one) => toSingular(one) === toSingular(word))
}

/** `deleteablock`: words that nothing separates. */
const isGlued = (words: readonly string[]): boolean =>
  words.length === 1 && /^(?:create|update|delete|retrieve|get|list)[a-z]{3,}$/.test(words[0] ?? '')

/** The verb is the first word, unless that is a noun as well, and a later part has one: `TestSets_PutById`. */
const hasVerbFirst = ([first = '']: readonly string[], steps: readonly (readonly string[])[]): boolean => {
  if (!verbs.has(first)) return false
  const hasLater = steps
    .slice(1)
    .some(([word = '', ...more]) => more.length > 0 && (word in plainVerbs || (verbs.has(word) && !nounsToo.has(word))))
  return !nounsToo.has(first) || !hasLater
}

/**
 * Django writes `create` behind whatever a POST does: `build_cancel_create`. The path's verb says more, unless it may be the
 * noun of a list: `/build`, `/stock/test`.
 */
const isActCreated = ({ method, path }: Operation, words: readonly string[]): boolean => {
  const [above = '', segment = ''] = path
    .split('/')
    .filter((part) => part !== '')
    .slice(-2)
  const [verb = '', ...more] = splitName(segment)
  const isDone = verbs.has(verb) && more.length === 0 && (!nounsToo.has(verb) || above.includes('{'))
  return isDone && method === 'POST' && words.at(-1) === 'create' && words.at(-2) === verb
}

/** A write by its method is an update. */
const withPlainVerb = ({ method }: Operation, words: readonly string[]): string[] =>
  /^(?:put|patch)$/.test(words[0] ?? '') && words[0] === method.toLowerCase()
    ? ['update', ...words.slice(1)]
    : [...words]

/**
 * The words of a name made from the document's `operationId`; empty if that only repeats the path, was made by a generator, or has no verb
 * where one is needed. `keepsAll`: versions and methods stay, because another operation has the same name without them.
 */
export const idWords =
  (prefix: readonly string[], keepsAll = false) =>
  (operation: Operation): string[] => {
    const id = readOperationId(operation)
    if (isRandom(id)) return []
    const parts = splitId(id)
      .slice(prefix.length)
      .filter((part) => !isRandom(part))
    const isKept = (word: string): boolean => keepsAll || !isVersion(word)
    const strip = (words: readonly string[]) => (keepsAll ? words : withoutMethod(operation, words)).filter(isKept)
    const split = (part: string) => splitGlued(operation, splitName(part))
    const all = parts.flatMap(split)
    const route = withoutRoute(operation, all)
    const words = withoutFunction(operation, strip(route))
    if (isActCreated(operation, words)) return []
    if (words.length === 0 || isGlued(words) || [route, words].some((one) => isPathCopy(operation, id, one))) return []
    // `chat_postMessage` is in two parts, as `chat.postMessage` is.
    const steps = withoutManner(
      operation,
      (parts.length > 1 ? parts : id.split('_')).map((step) => split(step).filter(isKept)),
    )
    const isPlain = words.length === 1 || hasVerbFirst(words, steps) || route.length < all.length
    const doing = isPlain ? 0 : findDoing(operation, steps)
    const about = steps.slice(0, doing).flatMap(withoutClass)
    const named = doing <= 0 ? withVerb(operation, words) : verbNoun(strip(steps.slice(doing).flat()), about)
    return keepsAll ? named : withPlainVerb(operation, named)
  }
