import type { Imported } from '../../codegen/import/convert/to-slice.ts'
import { eachOnce } from '../../codegen/import/convert/words/names.ts'
import { isVersion, nounsToo, splitName, toSingular, verbs } from '../../codegen/import/read/words.ts'

/** A fault of a name, which no other operation's name excuses. */
type NameFault =
  | 'has a version'
  | 'says a word twice'
  | 'has no verb'
  | 'ends with a verb'
  | 'ends with a method'
  | 'has an id'

const methods: ReadonlySet<string> = new Set(['get', 'head', 'post', 'put', 'patch', 'delete'])

const isId = (word: string): boolean =>
  /^(?:[0-9a-f]{6,}|\d{3,})$/.test(word) && /\d/.test(word) && !/^(?:19|20)\d\d$/.test(word)

const isOf = (path: string, word: string): boolean =>
  splitName(path).some((one) => toSingular(one) === toSingular(word))

/** The fault of a name by its words. `isFree`: no operation has the name without them. */
const faultOf = (
  { name, operation }: Imported,
  isFree: (words: readonly string[]) => boolean,
): NameFault | undefined => {
  const words = name.split('_')
  const [first = '', ...rest] = words
  const last = rest.at(-1) ?? ''
  const bare = words.filter((word) => !isVersion(word))
  if (bare.length < words.length && isFree(bare)) return 'has a version'
  const once = eachOnce(words)
  if (once.length < words.length && isFree(once)) return 'says a word twice'
  if (words.some(isId) && !words.some((word) => isId(word) && isOf(operation.path, word))) return 'has an id'
  if (words.at(-2) === 'using' && methods.has(last)) return 'ends with a method'
  if (rest.length > 1 && last === operation.method.toLowerCase() && isFree(words.slice(0, -1)))
    return 'ends with a method'
  if (verbs.has(first) && rest.length > 1 && verbs.has(last) && !nounsToo.has(last)) return 'ends with a verb'
  const isStep = operation.path.endsWith(`/${operation.node.operationId}`) || operation.path.endsWith(`/${first}`)
  return verbs.has(first) || isStep || !isOf(operation.path, first) ? undefined : 'has no verb'
}

/** The names that people and models would trip over, with what is wrong: `get_filter_v1 (GET /v1/filters): has a version`. */
export const listNameFaults = (actions: readonly Imported[]): string[] => {
  const plain = (words: readonly string[]): string => words.filter((word) => !isVersion(word)).join('_')
  const taken = new Set(actions.map(({ name }) => name))
  const counts = Map.groupBy(actions, ({ name }) => plain(name.split('_')))
  return actions.flatMap((one) => {
    const isOnly = counts.get(plain(one.name.split('_')))?.length === 1
    const fault = faultOf(one, (words) => isOnly && !taken.has(words.join('_')))
    return fault === undefined ? [] : [`${one.name} (${one.operation.key}): ${fault}`]
  })
}
