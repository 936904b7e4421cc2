import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './parameters.ts'
import type { Imported } from './to-slice.ts'

/** A parameter's name, with the document's where it differs: `title`, or `["body_id", "id"]`. */
type PinnedParameter = string | readonly [name: string, as: string]

/** What `import.json` pins of an action. */
interface PinnedAction {
  /** Method and path, by which the action is found in a newer document. */
  readonly operation: string
  readonly operationId?: string
  /** The parameters by place. */
  readonly params?: Readonly<Partial<Record<Place, readonly PinnedParameter[]>>>
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
  readonly actions: Readonly<Record<string, PinnedAction>>
}

/** `undefined`: the folder holds no import. Throws Error if the file isn't JSON. */
export const readImportFile = (folder: string): ImportFile | undefined => {
  const path = join(folder, 'import.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ImportFile) : undefined
}

const pinnedParameters = (action: Imported['action']): PinnedAction['params'] => {
  const byPlace = Map.groupBy(Object.entries(action.params), ([, parameter]) => parameter.in)
  return Object.fromEntries(
    [...byPlace].map(([place, all]) => [
      place,
      all.map(([name, { as }]): PinnedParameter => (as === undefined ? name : [name, as])),
    ]),
  )
}

export const pinned = ({ operation, action }: Imported): PinnedAction => {
  const { operationId } = operation.node
  return {
    operation: operation.key,
    ...(typeof operationId === 'string' && { operationId: operationId.slice(0, 200) }),
    ...(Object.keys(action.params).length > 0 && { params: pinnedParameters(action) }),
  }
}

/** The names that an earlier import gave, in the form in which `toSlice` takes them. */
export const namesIn = (file: ImportFile | undefined) => {
  const actions = Object.entries(file?.actions ?? {})
  return {
    names: new Map(actions.map(([name, { operation }]) => [operation, name])),
    parameters: new Map(
      actions.map(([, { operation, params = {} }]) => [
        operation,
        new Map(
          Object.entries(params).flatMap(([place, all]) =>
            all.map((one): [string, string] =>
              typeof one === 'string' ? [`${place} ${one}`, one] : [`${place} ${one[1]}`, one[0]],
            ),
          ),
        ),
      ]),
    ),
  }
}
