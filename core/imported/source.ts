import { LRUCache } from 'lru-cache'
import type { ImportedProvider } from '../provider/imported.ts'
import { type ActionEffect, type AnyAction, toolEffect } from '../provider/index.ts'
import type { AnyCuration } from '../provider/overlay.ts'
import {
  type ActionChecks,
  type ActionWords,
  type ConfirmRead,
  groupActions,
  type References,
  type Source,
  summaryTool,
  type ToolContent,
  withSunsets,
} from '../schema/index.ts'
import { createChecks } from './checks.ts'
import { makeAction, withOverlay } from './make-action.ts'
import type { Slice } from './slice/slice.ts'
import type { SliceReader } from './slice/slice-reader.ts'
import { readSurface, type SurfaceAction } from './surface.ts'
import { asToolCall } from './tool-call.ts'

/** A document's actions that were called of late, with their checks. */
export type MadeActions = LRUCache<string, MadeAction>

interface MadeAction {
  readonly action: AnyAction
  readonly checks: ActionChecks
}

/** The most actions that are held: some 30 KB each. */
const mostActions = 500

export const createMadeActions = (): MadeActions => new LRUCache({ max: mostActions })

export interface ImportedParts {
  readonly provider: ImportedProvider
  /** The actions written by hand. */
  readonly written: Source
  /** All names, as `surfaceText` writes them. */
  readonly surface: string
  /** Opens `document.json`, again when it is needed after some time. */
  read(): SliceReader
  readonly made: MadeActions
}

/** The schemas of a slice by the text of their references. */
export const buildReferences = ({ schemas }: Slice): References =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`#/schemas/${name}`, schema]))

/** A reader that is kept only as long as somebody uses it: an idle domain costs nothing but its names. */
const createLoader = (read: () => SliceReader): (() => SliceReader) => {
  let lastReader: WeakRef<SliceReader> | undefined
  return () => {
    const lastSlice = lastReader?.deref()
    if (lastSlice) return lastSlice
    const slice = read()
    lastReader = new WeakRef(slice)
    return slice
  }
}

/** The most actions that a tool lists where the overlay curates none. */
const fewActions = 12

const namelessRoute = (route: string): string => route.replaceAll(/\{[^{}]*\}/g, '{}')

/** The actions of a document, with the overlay's curations. Each is made when it is first called. */
class DocumentActions {
  readonly load: () => SliceReader
  readonly #parts: ImportedParts
  #surface: ReadonlyMap<string, SurfaceAction> | undefined
  #answerTypes: ReadonlyMap<string, string> | undefined

  constructor(parts: ImportedParts) {
    this.#parts = parts
    this.load = createLoader(parts.read)
  }

  get surface(): ReadonlyMap<string, SurfaceAction> {
    this.#surface ??= readSurface(this.#parts.surface)
    return this.#surface
  }

  findCuration(name: string): AnyCuration | undefined {
    const { actions } = this.#parts.provider.overlay
    return Object.hasOwn(actions, name) ? actions[name] : undefined
  }

  /** The document's name of an action. */
  nameInDocument(name: string): string {
    return this.findCuration(name)?.from ?? name
  }

  /** The type of an action's answer, as the document says it for the same route: actions by hand leave out base paths, and name parameters anew. */
  findAnswerType({ route, shape }: AnyAction): string | undefined {
    if (shape) return undefined
    this.#answerTypes ??= new Map(
      this.load()
        .answerTypes()
        .entries()
        .map(([one, type]) => [namelessRoute(one), type]),
    )
    const [method = '', path = ''] = namelessRoute(route).split(/ (.*)/s)
    for (let rest = path; rest !== ''; rest = rest.slice(1).replace(/^[^/]*/, '')) {
      const answerType = this.#answerTypes.get(`${method} ${rest}`)
      if (answerType !== undefined) return answerType
    }
    return undefined
  }

  make(name: string): MadeAction | undefined {
    if (!this.surface.has(name)) return undefined
    const key = `${this.#parts.provider.id}/${name}`
    return this.#makeOf(key, name, this.nameInDocument(name), this.findCuration(name))
  }

  /** The read that a `confirm` names by the document's name, without a curation. */
  confirmRead(read: string): ConfirmRead | undefined {
    const { id, overlay } = this.#parts.provider
    const name = Object.entries(overlay.actions).find(([, { from }]) => from === read)?.[0] ?? read
    if (!this.surface.has(name)) return undefined
    const { action, checks } = this.#makeOf(`${id}/document/${read}`, read, read, undefined)
    return { name, action, check: (params) => checks.body({ action: read, ...params }) }
  }

  #readTool(from: string): object {
    return this.load().tool(from) ?? {}
  }

  /** An action of the document, with a curation or as the document has it. */
  #makeOf(key: string, name: string, from: string, curation: AnyCuration | undefined): MadeAction {
    const { provider, made: madeActions } = this.#parts
    const madeAction = madeActions.get(key)
    if (madeAction) return madeAction
    const slice = this.load()
    const declared = slice.action(from)
    if (!declared) throw new TypeError(`the document of ${provider.id} has no action ${name}: run npx bun run codegen`)
    const told = withOverlay(provider.overlay, from, declared)
    const declaredAction = makeAction(slice, told, slice.references, curation, provider)
    const { tool } = told
    const action =
      tool === undefined ? declaredAction : asToolCall(declaredAction, { name: tool, read: () => this.#readTool(from) })
    const one = { action, checks: createChecks(name, action) }
    madeActions.set(key, one)
    return one
  }
}

/** The names that tools list: the curated ones, or all where a document has few and none is curated. */
const listNames = (actions: DocumentActions, { provider, written }: ImportedParts): readonly string[] => {
  const curated = provider.listed ?? [...written.names(), ...Object.keys(provider.overlay.actions)]
  return curated.length > 0 || actions.surface.size > fewActions ? curated : [...actions.surface.keys()]
}

const readWords = (actions: DocumentActions, written: Source): readonly ActionWords[] => {
  const rows = actions.load().rows()
  const others = [...actions.surface.keys()].flatMap((name): ActionWords[] => {
    const declared = written.kind(name) ? undefined : rows.get(actions.nameInDocument(name))
    if (!declared) return []
    const curation = actions.findCuration(name)
    const { description = declared.description, synonyms = [] } = curation ?? {}
    const { parameters, group, path, deprecated } = declared
    const isDeprecated = deprecated && { isDeprecated: true }
    const isByHand = curation && { isByHand: true }
    return [{ name, description, synonyms, parameters, path: `${group} ${path}`, ...isByHand, ...isDeprecated }]
  })
  return [...written.words(), ...others]
}

const buildTool = (
  actions: DocumentActions,
  { listed = [], action }: Pick<Source, 'listed' | 'action'>,
  title: string,
  names: readonly string[],
): ToolContent => {
  const rows = actions.load().rows()
  const others = names.filter((name) => !listed.includes(name))
  return summaryTool({
    title,
    listed: names.flatMap((name) => {
      const listedAction = listed.includes(name) ? action(name) : undefined
      return listedAction ? [[name, listedAction] as const] : []
    }),
    groups: groupActions(others, (name) => rows.get(actions.nameInDocument(name))?.group),
    kinds: new Set(names.flatMap((name) => actions.surface.get(name)?.kind ?? [])),
  })
}

/** The source of an imported provider: an action is made of the document when it is first called. */
export const importedSource = (parts: ImportedParts): Source => {
  const { provider, written } = parts
  const { title, overlay } = provider
  const actions = new DocumentActions(parts)
  const names = new Map<ActionEffect['kind'] | undefined, readonly string[]>()
  const tools = new WeakMap<readonly string[], ToolContent>()
  let listed: readonly string[] | undefined

  const source: Source = {
    get listed() {
      listed ??= listNames(actions, parts)
      return listed
    },
    names(kind) {
      const ownNames = names.get(kind)
      if (ownNames) return ownNames
      const ofKind = [...actions.surface].flatMap(([name, own]) =>
        kind === undefined || toolEffect(own.kind) === kind ? [name] : [],
      )
      names.set(kind, ofKind)
      return ofKind
    },
    kind: (name) => actions.surface.get(name)?.kind,
    classes: (name) => actions.surface.get(name)?.classes ?? [],
    sureClasses: (name) => written.sureClasses?.(name),
    action: (name) => written.action(name) ?? actions.make(name)?.action,
    answerType(name) {
      const action = source.action(name)
      return action && actions.findAnswerType(action)
    },
    check: (name) => written.check(name) ?? actions.make(name)?.checks,
    confirmRead: (read) => (typeof read === 'string' ? actions.confirmRead(read) : written.confirmRead(read)),
    tool(some) {
      const ownTool = tools.get(some)
      if (ownTool) return ownTool
      const content = buildTool(actions, source, title, some)
      tools.set(some, content)
      return content
    },
    words: () => readWords(actions, written),
  }
  const toSunset = ([name, { sunset }]: readonly [string, Pick<AnyAction, 'sunset'>]) => [name, sunset] as const
  return withSunsets(source, [
    ...Object.entries(overlay.sunset ?? {}),
    ...Object.entries(overlay.actions).map(toSunset),
    ...Object.entries(provider.actions).map(toSunset),
  ])
}
