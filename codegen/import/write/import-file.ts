import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonRun, mark, withoutRun, withRun } from '@patchbay/core/imported'
import type { ParameterPlace } from '../convert/parameters.ts'
import type { Imported } from '../convert/to-slice.ts'

/** A parameter's name, with the document's where it differs: `title`, or `["body_id", "id"]`. `*` stands for all of `common`. */
type PinnedParameter = string | readonly [name: string, as: string]

/** The parameters by place; those of the path that have the document's names stand in the path. */
type PinnedParameters = Readonly<Partial<Record<ParameterPlace, readonly PinnedParameter[]>>>

/**
 * The pinned parts of an action in `import.json`: method and path, by which it is found in a newer document, the
 * document's name for the operation, and the names of parameters.
 */
type PinnedAction = readonly [operation: string, operationId?: string | null, params?: PinnedParameters | undefined]

/** A pinned action in the form of earlier versions. */
interface EarlierAction {
  readonly operation: string
  readonly operationId?: string
  readonly params?: PinnedParameters
}

/** `providers/<id>/import.json`: what was imported, and what was decided. */
export interface ImportFile {
  /** The URL, or the name of the file. */
  readonly source: string
  /** SHA-256 of the source, in hex. */
  readonly digest: string
  /** SHA-256 of all descriptions, which people and models read, in base64; `providers.lock.json` has it too. */
  readonly descriptions: string
  /** Answers to questions of the import, by the question's id. */
  readonly choices: Readonly<Record<string, string>>
  /** The questions whose guesses an import wrote into overlay.ts: what a person removes there isn't written again. */
  readonly guessed?: readonly string[]
  /** The run of parameters that many actions share. */
  readonly common?: readonly PinnedParameter[]
  readonly actions: Readonly<Record<string, PinnedAction>>
}

/** `undefined`: the folder holds no import. Throws Error if the file isn't JSON. */
export const readImportFile = (folder: string): ImportFile | undefined => {
  const path = join(folder, 'import.json')
  if (!existsSync(path)) return undefined
  const file = JSON.parse(readFileSync(path, 'utf8'))
  const actions: Readonly<Record<string, PinnedAction | EarlierAction>> = file.actions
  return { ...file, actions: Object.fromEntries(Object.entries(actions).map(([name, one]) => [name, inOrder(one)])) }
}

const inOrder = (one: PinnedAction | EarlierAction): PinnedAction =>
  'operation' in one ? [one.operation, one.operationId ?? null, one.params] : one

/** The names in the braces of a path. */
const namesInPath = (operation: string): string[] =>
  [...operation.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)

/** The parameters of an action by place, each as JSON. */
const pinnedParameters = ({ action }: Imported): Map<ParameterPlace, string[]> => {
  const all = Object.entries(action.params).filter(([, { in: place, as }]) => place !== 'path' || as !== undefined)
  const byPlace = Map.groupBy(all, ([, parameter]) => parameter.in)
  return new Map(
    [...byPlace].map(([place, some]) => [
      place,
      some.map(([name, { as }]) => JSON.stringify(as === undefined ? name : [name, as])),
    ]),
  )
}

/** The pins of the actions for `import.json`. */
export const pinActions = (actions: readonly Imported[]): Pick<ImportFile, 'common' | 'actions'> => {
  const parameters = new Map(actions.map((one) => [one, pinnedParameters(one)]))
  const common = commonRun([...parameters.values()].flatMap((byPlace) => [...byPlace.values()]))
  const parsed = (all: readonly string[]) => all.map((one) => (one === mark ? one : JSON.parse(one)))
  const entries = actions.map((one): [string, PinnedAction] => {
    const { key, node } = one.operation
    const id = typeof node.operationId === 'string' ? [node.operationId.slice(0, 200)] : []
    const params = [...(parameters.get(one) ?? [])].map(([place, all]) => [place, parsed(withoutRun(all, common))])
    const [operationId] = id
    if (params.length > 0) return [one.name, [key, operationId ?? null, Object.fromEntries(params)]]
    return [one.name, operationId === undefined ? [key] : [key, operationId]]
  })
  return { ...(common.length > 0 && { common: parsed(common) }), actions: Object.fromEntries(entries) }
}

/** The names that an earlier import gave, in the form that `toSlice` takes. */
export const namesIn = ({ actions = {}, common = [] }: Partial<ImportFile> = {}) => {
  const all = Object.entries(actions)
  const listPinnedParameters = ([operation, , params = {}]: PinnedAction): [string, string][] => [
    ...namesInPath(operation).map((name): [string, string] => [`path ${name}`, name]),
    ...Object.entries(params).flatMap(([place, some]) =>
      withRun(some, common).map((one): [string, string] =>
        typeof one === 'string' ? [`${place} ${one}`, one] : [`${place} ${one[1]}`, one[0]],
      ),
    ),
  ]
  return {
    names: new Map(all.map(([name, [operation]]) => [operation, name])),
    parameters: new Map(all.map(([, action]) => [action[0], new Map(listPinnedParameters(action))])),
  }
}
