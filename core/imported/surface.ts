import type { ImportedProvider } from '../provider/imported.ts'
import { type ActionKind, actionKind } from '../provider/index.ts'
import type { Overlay } from '../provider/overlay.ts'
import { classifySliceAction, withSecrecy } from './make-action.ts'
import { splitServer } from './plan.ts'
import type { Slice, SliceAction } from './slice.ts'

/** The names of all actions, each with its kind. */
export type Surface = readonly (readonly [name: string, kind: ActionKind])[]

/** A route without the names of its parameters. */
const anonymous = (route: string): string => route.replaceAll(/\{[^{}]*\}/g, '{}')

/** The route of an operation; `undefined` if the operation goes to another origin than the document's other operations. */
const buildRoute = (slice: Slice, { method, path, server }: SliceAction): string | undefined => {
  const ofDocument = splitServer(slice.server ?? '')
  const own = server === undefined ? ofDocument : splitServer(server)
  if (own.origin !== '' && own.origin !== ofDocument.origin) return undefined
  return anonymous(`${method} ${own.path}${path}`)
}

/**
 * The operations that callers reach by another name, or not at all: curated ones, hidden ones, and operations for which there is
 * a hand-written action.
 */
const covered = ({ actions, overlay }: ImportedProvider, slice: Slice): ReadonlySet<string> => {
  const routes = new Set(Object.values(actions).map(({ route }) => anonymous(route)))
  const byHand = Object.entries(slice.actions).filter(([, action]) => routes.has(buildRoute(slice, action) ?? ''))
  const curated = Object.values(overlay.actions).map(({ from }) => from)
  return new Set([...curated, ...overlay.hide, ...byHand.map(([name]) => name), ...hiddenDeprecated(overlay, slice)])
}

const hiddenDeprecated = ({ keep = [] }: Overlay, { hidesDeprecated, actions }: Slice): readonly string[] =>
  hidesDeprecated
    ? Object.entries(actions).flatMap(([name, { deprecated }]) => (deprecated && !keep.includes(name) ? [name] : []))
    : []

const others = (provider: ImportedProvider, slice: Slice): string[] => {
  const known = covered(provider, slice)
  return Object.keys(slice.actions).filter((name) => !known.has(name))
}

const isGiven = ({ actions, overlay }: ImportedProvider, name: string): boolean =>
  Object.hasOwn(actions, name) || Object.hasOwn(overlay.actions, name)

/** Operations that nobody can call, because the provider's author gave their names to other actions. */
export const findNamesakes = (provider: ImportedProvider, slice: Slice): readonly string[] =>
  others(provider, slice).filter((name) => isGiven(provider, name))

/**
 * All actions of an imported provider: those written by hand, those that its overlay curates, and the document's others. Throws
 * TypeError if the overlay names an action that the document doesn't have.
 */
export const buildSurface = (provider: ImportedProvider, slice: Slice): Surface => {
  const { id, actions, overlay } = provider
  const written = Object.entries(actions).map(([name, { effect }]) => [name, actionKind(effect)] as const)
  const curated = Object.entries(overlay.actions).map(([name, curation]) => {
    const { from } = curation
    const action = Object.hasOwn(slice.actions, from) ? slice.actions[from] : undefined
    if (!action) throw new TypeError(`the overlay of ${id} takes ${from}, which its document doesn't have`)
    return [name, classifySliceAction(withSecrecy(overlay, from, action), curation)] as const
  })
  const rest = others(provider, slice).flatMap((name) => {
    const action = isGiven(provider, name) ? undefined : slice.actions[name]
    return action ? [[name, classifySliceAction(withSecrecy(overlay, name, action))] as const] : []
  })
  return [...written, ...curated, ...rest]
}

/** The mark after the name of an action of that kind. */
const marks: Readonly<Record<ActionKind, string>> = { read: '', write: '!', 'secret-read': '?', 'secret-write': '!?' }
const kinds: ReadonlyMap<string, ActionKind> = new Map(
  Object.entries(marks).map(([kind, mark]) => [mark, kind as ActionKind]),
)

/** A surface as one text, which takes little memory until it is read. */
export const surfaceText = (surface: Surface): string => surface.map(([name, kind]) => name + marks[kind]).join(' ')

/** Throws TypeError for a text that `surfaceText` hasn't written: an unknown kind must not be taken for a read. */
export const readSurface = (text: string): ReadonlyMap<string, ActionKind> =>
  new Map(
    (text === '' ? [] : text.split(' ')).map((entry) => {
      const [, name = '', mark = ''] = /^([^!?]*)(.*)$/.exec(entry) ?? []
      const kind = kinds.get(mark)
      if (!kind)
        throw new TypeError(
          `${JSON.stringify(entry)} doesn't say whether the action reads or writes: run bun run codegen`,
        )
      return [name, kind]
    }),
  )
