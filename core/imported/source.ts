import { LRUCache } from 'lru-cache'
import type { ImportedProvider } from '../provider/imported.ts'
import { type ActionEffect, type ActionKind, type AnyAction, toolEffect } from '../provider/index.ts'
import type { AnyCuration } from '../provider/overlay.ts'
import {
  type ActionChecks,
  type ActionWords,
  type References,
  type Source,
  type ToolContent,
  withSunsets,
} from '../schema/index.ts'
import { createChecks } from './checks.ts'
import { makeAction, withSecrecy } from './make-action.ts'
import type { Slice } from './slice.ts'
import type { SliceReader } from './slice-reader.ts'
import { readSurface } from './surface.ts'
import { importedTool } from './tool.ts'

/** A document's actions that were called of late, with their checks. */
export type MadeActions = LRUCache<string, MadeAction>

interface MadeAction {
  readonly action: AnyAction
  readonly checks: ActionChecks
}

/** Some 30 KB each. */
const mostMade = 500

export const createMadeActions = (): MadeActions => new LRUCache({ max: mostMade })

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

/** Kept only as long as somebody uses it: an idle domain costs nothing but its names. */
const createLoader = (read: () => SliceReader): (() => SliceReader) => {
  let lastReader: WeakRef<SliceReader> | undefined
  return () => {
    const known = lastReader?.deref()
    if (known) return known
    const slice = read()
    lastReader = new WeakRef(slice)
    return slice
  }
}

/** As many actions as a tool lists where the overlay curates none. */
const fewActions = 12

/** The source of an imported provider: an action is made of the document when it is first called. */
export const importedSource = ({ provider, written, surface, read, made }: ImportedParts): Source => {
  const { id, title, overlay } = provider
  const load = createLoader(read)
  let known: ReadonlyMap<string, ActionKind> | undefined
  const kinds = (): ReadonlyMap<string, ActionKind> => {
    known ??= readSurface(surface)
    return known
  }
  const names = new Map<ActionEffect['kind'] | undefined, readonly string[]>()
  const tools = new WeakMap<readonly string[], ToolContent>()

  const findCuration = (name: string): AnyCuration | undefined =>
    Object.hasOwn(overlay.actions, name) ? overlay.actions[name] : undefined

  /** The document's name of an action. */
  const nameInDocument = (name: string): string => findCuration(name)?.from ?? name

  /** An action of the document, with a curation or as the document has it. */
  const makeOf = (key: string, name: string, from: string, curation: AnyCuration | undefined): MadeAction => {
    const found = made.get(key)
    if (found) return found
    const slice = load()
    const declared = slice.action(from)
    if (!declared) throw new TypeError(`the document of ${id} has no action ${name}: run bun run codegen`)
    const known = withSecrecy(overlay, from, declared)
    const action = makeAction(slice, known, slice.references, curation, provider)
    const one = { action, checks: createChecks(name, action) }
    made.set(key, one)
    return one
  }

  const make = (name: string): MadeAction | undefined =>
    kinds().has(name) ? makeOf(`${id}/${name}`, name, nameInDocument(name), findCuration(name)) : undefined

  const curated = [...written.names(), ...Object.keys(overlay.actions)]
  const listedNames = (): readonly string[] =>
    curated.length > 0 || kinds().size > fewActions ? curated : [...kinds().keys()]
  let listed: readonly string[] | undefined

  const ofHand = Object.entries(provider.actions).map(([name, { sunset }]) => [name, sunset] as const)
  const source: Source = {
    get listed() {
      listed ??= listedNames()
      return listed
    },
    names(kind) {
      const found = names.get(kind)
      if (found) return found
      const some = [...kinds()].flatMap(([name, own]) => (kind === undefined || toolEffect(own) === kind ? [name] : []))
      names.set(kind, some)
      return some
    },
    kind: (name) => kinds().get(name),
    action: (name) => written.action(name) ?? make(name)?.action,
    check: (name) => written.check(name) ?? make(name)?.checks,
    confirmRead(read) {
      if (typeof read !== 'string') return written.confirmRead(read)
      const name = Object.entries(overlay.actions).find(([, { from }]) => from === read)?.[0] ?? read
      if (!kinds().has(name)) return undefined
      const { action, checks } = makeOf(`${id}/document/${read}`, read, read, undefined)
      return { name, action, check: (params) => checks.body({ action: read, ...params }) }
    },
    tool(some) {
      const knownTool = tools.get(some)
      if (knownTool) return knownTool
      const content = makeTool(some)
      tools.set(some, content)
      return content
    },
    words() {
      const rows = load().rows()
      const others = [...kinds().keys()].flatMap((name): ActionWords[] => {
        const declared = written.kind(name) ? undefined : rows.get(nameInDocument(name))
        if (!declared) return []
        const { description = declared.description, synonyms = [] } = findCuration(name) ?? {}
        const { parameters, group, path, deprecated } = declared
        return [
          {
            name,
            description,
            synonyms,
            parameters,
            path: `${group} ${path}`,
            ...(deprecated && { isDeprecated: true }),
          },
        ]
      })
      return [...written.words(), ...others]
    },
  }

  const makeTool = (some: readonly string[]): ToolContent => {
    const { listed = [] } = source
    const rows = load().rows()
    const others = some.filter((name) => !listed.includes(name))
    const groups = Map.groupBy(others, (name) => rows.get(nameInDocument(name))?.group ?? '')
    return importedTool({
      title,
      listed: some.flatMap((name) => {
        const action = listed.includes(name) ? source.action(name) : undefined
        return action ? [[name, action] as const] : []
      }),
      groups: new Map([...groups].map(([group, all]) => [group, all.length])),
      kinds: new Set(some.flatMap((name) => kinds().get(name) ?? [])),
    })
  }
  const curatedSunsets = Object.entries(overlay.actions).map(([name, { sunset }]) => [name, sunset] as const)
  return withSunsets(source, [...Object.entries(overlay.sunset ?? {}), ...curatedSunsets, ...ofHand])
}
