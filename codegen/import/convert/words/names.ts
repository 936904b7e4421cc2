import type { Operation } from '../../read/operations.ts'
import { prepositions, toSingular } from '../../read/words.ts'
import { commonPrefix, idWords } from './id-words.ts'
import { commonStart, methodAndPath, pathWords, pathWordsBy, verbAndPath, withoutStart } from './path-words.ts'

/** The gateway's own, in the tools of domains and in rules of access. */
const reserved = ['find', 'describe', 'raw', 'read', 'write']

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
  for (const make of listMakers(operations)) {
    const candidates = new Map(open.map((operation) => [operation.key, joined(make(operation), longest)]))
    const counts = Map.groupBy(candidates.values(), (name) => name)
    for (const [key, name] of candidates) {
      if (name !== '' && !taken.has(name) && counts.get(name)?.length === 1) give(key, name)
    }
    open = open.filter(({ key }) => !names.has(key))
  }
  for (const operation of open) {
    const base = joined(methodAndPath(operation), longest)
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base.slice(0, longest - 3)}_${count}`
    give(operation.key, name)
  }
  return names
}

type MakeWords = (operation: Operation) => readonly string[]

/** Ways to make a name, the best first. Those behind it are for operations that would have the name of another one. */
const listMakers = (operations: readonly Operation[]): readonly MakeWords[] => {
  const prefix = commonPrefix(operations)
  const start = commonStart(operations)
  const below = (make: MakeWords): MakeWords => {
    return (operation) => make({ ...operation, path: withoutStart(operation.path, start) })
  }
  const once =
    (make: MakeWords): MakeWords =>
    (operation) =>
      eachOnce(make(operation))
  return [
    once(idWords(prefix)),
    once(idWords([])),
    once(idWords(prefix, true)),
    once(below(pathWords)),
    once(pathWords),
    once(pathWordsBy),
    idWords([], true),
    pathWordsBy,
    verbAndPath,
    methodAndPath,
  ]
}

/** True if a word is the last one of a phrase, which the others qualify: `tasks` in `get tasks for user`. */
const isHead = (words: readonly string[], index: number): boolean =>
  index + 1 === words.length || prepositions.has(words[index + 1] ?? '')

/**
 * The words without those that come again: of `get user task list for user` the first `user` says nothing more. The verb in front stays, and
 * so does the head of each phrase.
 */
export const eachOnce = ([verb = '', ...rest]: readonly string[]): string[] => {
  // A parameter at the end, `by id`, was chosen to differ.
  const end = rest.lastIndexOf('by')
  const nouns = rest.filter((word, index) => {
    if (prepositions.has(word) || isHead(rest, index) || (end >= 0 && index > end)) return true
    const later = rest.slice(index + 1, end < index ? undefined : end)
    return !later.some((one) => toSingular(one) === toSingular(word))
  })
  const others = nouns.filter((word) => word !== verb)
  return [verb, ...(others.length > 0 ? others : nouns)]
}

/** Lower case, beginning with a letter. A name that is too long loses words in its middle, because its ends say most. */
const joined = (words: readonly string[], longest: number): string => {
  const once = words.filter((word, index) => word !== words[index - 1])
  while (once.join('_').length > longest && once.length > 2) {
    once.splice(Math.floor(once.length / 2), 1)
    const repeated = once.findIndex((word, index) => index > 0 && word === once[index - 1])
    if (repeated > 0) once.splice(repeated, 1)
  }
  const name = once.join('_').slice(0, longest).replace(/_$/, '')
  return /^[a-z]/.test(name) || name === '' ? name : joined(['call', ...once], longest)
}
