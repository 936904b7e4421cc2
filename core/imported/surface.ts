import type { ImportedProvider } from '../provider/imported.ts'
import {
  type ActionClass,
  type ActionKind,
  actionClasses,
  actionKind,
  type ClassName,
  listClasses,
} from '../provider/index.ts'
import type { AnyCuration, Overlay } from '../provider/overlay.ts'
import { classesOfSliceAction, classifySliceAction, withOverlay } from './make-action.ts'
import { splitServer } from './plan.ts'
import type { Slice, SliceAction } from './slice/slice.ts'

/** The names of all actions, each with its kind and its classes. */
export type Surface = readonly (readonly [name: string, kind: ActionKind, classes: readonly ClassName[]])[]

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
  const coveredNames = covered(provider, slice)
  return Object.keys(slice.actions).filter((name) => !coveredNames.has(name))
}

const isGiven = ({ actions, overlay }: ImportedProvider, name: string): boolean =>
  Object.hasOwn(actions, name) || Object.hasOwn(overlay.actions, name)

/** Operations that nobody can call, because the provider's author gave their names to other actions. */
export const findNamesakes = (provider: ImportedProvider, slice: Slice): readonly string[] =>
  others(provider, slice).filter((name) => isGiven(provider, name))

const describeSliceAction = (name: string, action: SliceAction, curation?: AnyCuration): Surface[number] => [
  name,
  classifySliceAction(action, curation),
  classesOfSliceAction(action, curation),
]

/** The last surface of each provider: the checks of a plugin ask for it several times, and so does who loads it. */
const built = new WeakMap<ImportedProvider, { readonly slice: Slice; readonly surface: Surface }>()

/**
 * All actions of an imported provider: those written by hand, those that its overlay curates, and the document's others. Throws
 * TypeError if the overlay names an action that the document doesn't have.
 */
export const buildSurface = (provider: ImportedProvider, slice: Slice): Surface => {
  const before = built.get(provider)
  if (before?.slice === slice) return before.surface
  const surface = buildAnew(provider, slice)
  built.set(provider, { slice, surface })
  return surface
}

const buildAnew = (provider: ImportedProvider, slice: Slice): Surface => {
  const { id, actions, overlay } = provider
  const written = Object.entries(actions).map(
    ([name, { effect }]) => [name, actionKind(effect), listClasses(effect)] as const,
  )
  const curated = Object.entries(overlay.actions).map(([name, curation]) => {
    const { from } = curation
    const action = Object.hasOwn(slice.actions, from) ? slice.actions[from] : undefined
    if (!action) throw new TypeError(`the overlay of ${id} takes ${from}, which its document doesn't have`)
    return describeSliceAction(name, withOverlay(overlay, from, action), curation)
  })
  const rest = others(provider, slice).flatMap((name) => {
    const action = isGiven(provider, name) ? undefined : slice.actions[name]
    return action ? [describeSliceAction(name, withOverlay(overlay, name, action))] : []
  })
  return [...written, ...curated, ...rest]
}

/** The mark after the name of an action of that kind. */
const marks: Readonly<Record<ActionKind, string>> = { read: '', write: '!', 'secret-read': '?', 'secret-write': '!?' }
const kinds: ReadonlyMap<string, ActionKind> = new Map(
  Object.entries(marks).map(([kind, mark]) => [mark, kind as ActionKind]),
)

/** The letters of classes after the mark of a write, which has none where it is unclassed. */
const letters: Readonly<Record<ActionClass, string>> = {
  sends: 's',
  pays: 'p',
  shares: 'h',
  publishes: 'u',
  deletes: 'd',
  grants: 'g',
  runs: 'r',
}

/** The mark of a write that declares that no class fits. */
const noClass = '0'

const classLetters = (kind: ActionKind, classes: readonly ClassName[]): string => {
  if (!kind.endsWith('write')) return ''
  return classes.map((one) => (one === 'unclassed' ? '' : letters[one])).join('') || (classes.length > 0 ? '' : noClass)
}

/** A surface as one text, which takes little memory until it is read. */
export const surfaceText = (surface: Surface): string =>
  surface.map(([name, kind, classes]) => name + marks[kind] + classLetters(kind, classes)).join(' ')

/** The kind and classes of an action, known without building it. */
export interface SurfaceAction {
  readonly kind: ActionKind
  readonly classes: readonly ClassName[]
}

/** `undefined`: it is no suffix of `surfaceText`. */
const readSuffix = (suffix: string): SurfaceAction | undefined => {
  const [, mark = '', classLetters = ''] = /^([!?]*)([a-z0]*)$/.exec(suffix) ?? []
  const kind = kinds.get(mark)
  if (!kind || suffix !== mark + classLetters) return undefined
  if (kind.endsWith('read')) return classLetters === '' ? { kind, classes: [] } : undefined
  if (classLetters === '') return { kind, classes: ['unclassed'] }
  const classes = actionClasses.filter((one) => classLetters.includes(letters[one]))
  return classes.map((one) => letters[one]).join('') === classLetters || classLetters === noClass
    ? { kind, classes }
    : undefined
}

/** Throws TypeError for a text that `surfaceText` hasn't written: an unknown kind must not be taken for a read. */
export const readSurface = (text: string): ReadonlyMap<string, SurfaceAction> => {
  // Thousands of actions have few different suffixes.
  const suffixes = new Map<string, SurfaceAction | undefined>()
  return new Map(
    (text === '' ? [] : text.split(' ')).map((entry) => {
      const [, name = '', suffix = ''] = /^([^!?]*)(.*)$/.exec(entry) ?? []
      const action = suffixes.get(suffix) ?? readSuffix(suffix)
      suffixes.set(suffix, action)
      if (!action)
        throw new TypeError(
          `${JSON.stringify(entry)} doesn't say whether the action reads or writes: run npx bun run codegen`,
        )
      return [name, action]
    }),
  )
}
