import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import type { Differences } from '@patchbay/core/imported'
import type { Domain } from '@patchbay/core/schema'
import type { Finding, Snapshots } from '@patchbay/core/store'
import { isoTime } from '@patchbay/core/time'
import { projectRoot } from '../project-root.ts'
import type { CompareDocument } from './compare-document.ts'

/** The facts of an installed document in `import.json`. */
interface InstalledDocument {
  readonly id: string
  readonly folder: string
  /** A URL, or the name of a file. */
  readonly source: string
  readonly digest: string
  /** The document's names of the actions that the overlay takes. */
  readonly curated: ReadonlySet<string>
}

/** The record of a provider's document between two nights. */
interface DocumentState {
  /** The digest of the compared import: after another import, the record is void. */
  readonly digest: string
  /** From the last night when the document could be read. */
  readonly differences: Differences | null
  /** The number of nights in a row when it could not be read, and the reason. */
  readonly failures: number
  readonly reason: string | null
}

type States = Readonly<Record<string, DocumentState>>

export interface DocumentsParts {
  readonly domains: ReadonlyMap<string, Domain>
  readonly snapshots: Snapshots
  readonly compare: CompareDocument
  readonly now: () => Date
}

/** A night without an answer is no news: vendors move documents seldom, and their servers fail now and then. */
const failuresToTell = 3
const mostNames = 20
const snapshot = 'vendor-watch/documents'

const installedDocument = ({ provider, folder }: Domain): InstalledDocument[] => {
  const path = folder === undefined ? '' : resolve(projectRoot, folder)
  const file = join(path, 'import.json')
  // The tools of an MCP server are compared at each call.
  if (folder === undefined || !existsSync(file) || existsSync(join(path, 'tools.json'))) return []
  const { source, digest }: { source: string; digest: string } = JSON.parse(readFileSync(file, 'utf8'))
  const curations = Object.values(provider.overlay?.actions ?? {})
  return [{ id: provider.id, folder: path, source, digest, curated: new Set(curations.map(({ from }) => from)) }]
}

const isWatched = ({ source }: InstalledDocument): boolean => source.startsWith('https://')

const look = async (
  document: InstalledDocument,
  before: DocumentState | undefined,
  compare: CompareDocument,
  signal: AbortSignal,
): Promise<DocumentState> => {
  const { digest } = document
  const current = before?.digest === digest ? before : undefined
  try {
    return { digest, differences: await compare(document, signal), failures: 0, reason: null }
  } catch (error) {
    signal.throwIfAborted()
    const failures = (current?.failures ?? 0) + 1
    return { digest, differences: current?.differences ?? null, failures, reason: describeThrown(error) }
  }
}

const differs = ({ differences }: DocumentState): boolean =>
  differences !== null && Object.values(differences).some((names) => names.length > 0)

/** `2 removed (list_books, get_book)`, with curated ones first. */
const listed = (what: string, names: readonly string[], curated: ReadonlySet<string>): string[] => {
  if (names.length === 0) return []
  const sorted = names.toSorted((a, b) => Number(curated.has(b)) - Number(curated.has(a)))
  const shown = sorted.slice(0, mostNames).map((name) => (curated.has(name) ? `${name} [curated]` : name))
  return [`${names.length} ${what} (${shown.join(', ')}${names.length > mostNames ? ', ...' : ''})`]
}

const finding = (
  id: string,
  content: Pick<Finding, 'kind' | 'severity' | 'title' | 'detail'>,
): Omit<Finding, 'source'> => ({
  finding: `vendor-document/${id}`,
  tenant: null,
  evidence: `/admin/providers/${id}`,
  ...content,
})

const toFinding = (
  { id, source, curated }: InstalledDocument,
  state: DocumentState,
): Omit<Finding, 'source'> | undefined => {
  const { differences, failures, reason } = state
  if (differences && differs(state)) {
    const { added, removed, changed } = differences
    const isCurated = [...removed, ...changed].some((name) => curated.has(name))
    const parts = [
      ...listed('removed', removed, curated),
      ...listed('changed', changed, curated),
      ...listed('added', added, curated),
    ]
    return finding(id, {
      kind: 'document-differs',
      severity: isCurated ? 'medium' : 'low',
      title: `The document of ${id} has changed since it was imported`,
      detail: `Actions that differ: ${parts.join('; ')}. Import it again and review what it prints: npx bun run codegen import ${source} --id ${id}`,
    })
  }
  if (failures < failuresToTell) return undefined
  return finding(id, {
    kind: 'document-unreadable',
    severity: 'low',
    title: `The document of ${id} could not be read for ${failures} nights`,
    detail: `${source}: ${reason}. If the vendor has moved it, import it again from where it is now: npx bun run codegen import <url> --id ${id}`,
  })
}

const readStates = async (snapshots: Snapshots): Promise<States> => {
  const stored = await snapshots.get(snapshot)
  return stored ? JSON.parse(stored.value) : {}
}

/** Compares the documents of imported providers with what their vendors publish now, one after the other. */
export const watchDocuments = async ({ domains, snapshots, compare, now }: DocumentsParts, signal: AbortSignal) => {
  const installed = [...domains.values()].flatMap(installedDocument)
  const watched = installed.filter(isWatched)
  const before = await readStates(snapshots)
  const states: Record<string, DocumentState> = {}
  for (const document of watched) states[document.id] = await look(document, before[document.id], compare, signal)
  await snapshots.put({ name: snapshot, at: isoTime(now()), value: JSON.stringify(states) })

  const all = Object.entries(states)
  return {
    found: watched.flatMap((document) => toFinding(document, states[document.id] as DocumentState) ?? []),
    result: {
      read: all.filter(([, { failures }]) => failures === 0).length,
      differ: all.filter(([, state]) => differs(state)).map(([id]) => id),
      failed: Object.fromEntries(all.flatMap(([id, { failures, reason }]) => (failures > 0 ? [[id, reason]] : []))),
      /** Their source is a file. */
      not_watched: installed.filter((document) => !isWatched(document)).map(({ id }) => id),
    },
  }
}
