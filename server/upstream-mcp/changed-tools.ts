import { inBackground } from '@patchbay/core/in-background'
import type { Domain } from '@patchbay/core/schema'
import type { Finding, Snapshots } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import { digestTool, type ListedTool } from '@patchbay/core/upstream-mcp'
import { LRUCache } from 'lru-cache'
import type { ChangedTool } from './check-tool.ts'

/** A change as it is stored, by the action that calls the tool. */
interface StoredChange {
  readonly tool: string
  /** The digest of the tool as it was imported: after another import the change is void. */
  readonly imported: string
  readonly at: string
  readonly difference: string
}

type StoredChanges = Readonly<Record<string, StoredChange>>

const toSnapshotName = (provider: string): string => `upstream-mcp/changed-tools/${provider}`

/** Calls that are refused for the same change say so once in this time. */
const quietMs = 3_600_000
const lastsMs = 26 * 3_600_000
const mostTools = 100
const longestText = 300

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

/** The first difference of two texts, with some words before it. */
const textDifference = (was = '', is = ''): string => {
  let index = 0
  while (index < was.length && was[index] === is[index]) index++
  const start = Math.max(index - 40, 0)
  const begin = start > 0 ? '…' : ''
  return `was "${begin}${cut(was.slice(start))}", is "${begin}${cut(is.slice(start))}"`
}

const membersOf = ({ inputSchema }: ListedTool): Readonly<Record<string, unknown>> => Object(inputSchema.properties)

/** The parameters that a tool has got, lost, or has otherwise. */
const parameterDifference = (before: ListedTool, after: ListedTool): string => {
  const [was, is] = [membersOf(before), membersOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].slice(0, mostTools)
  const marked = names.flatMap((name) => {
    if (!Object.hasOwn(was, name)) return [`+${name}`]
    if (!Object.hasOwn(is, name)) return [`-${name}`]
    return Bun.deepEquals(was[name], is[name]) ? [] : [`~${name}`]
  })
  return cut(marked.join(' ') || 'what is required, or what it refers to')
}

/** The difference in words. */
const describeDifference = ({ before, after }: ChangedTool): string => {
  if (!after) return 'the server no longer lists it'
  const parts = [
    ...(before.title === after.title ? [] : [`title: ${textDifference(before.title, after.title)}`]),
    ...(before.description === after.description
      ? []
      : [`text: ${textDifference(before.description, after.description)}`]),
    ...(Bun.deepEquals(before.inputSchema, after.inputSchema)
      ? []
      : [`parameters: ${parameterDifference(before, after)}`]),
    ...(Bun.deepEquals(before.outputSchema, after.outputSchema) ? [] : ['the schema of its answers']),
  ]
  return parts.join('; ') || 'the server lists several tools with this name'
}

const readChanges = async (snapshots: Snapshots, provider: string): Promise<StoredChanges> =>
  JSON.parse((await snapshots.get(toSnapshotName(provider)))?.value ?? '{}')

/** Stores the tools that were refused, for suggestions. `onError`: a change can't be stored, and is seen again at the next call. */
export const createChangedTools = (snapshots: Snapshots, onError: (error: unknown) => void) => {
  const told = new LRUCache<string, true>({ max: 1000, ttl: quietMs })
  const keep = async (changed: ChangedTool, difference: string): Promise<void> => {
    const { provider, action, tool, before } = changed
    const at = isoTime(new Date())
    const others = Object.entries(await readChanges(snapshots, provider)).filter(([name]) => name !== action)
    const change: StoredChange = { tool, imported: digestTool(before), at, difference }
    const value = JSON.stringify(Object.fromEntries([[action, change], ...others].slice(0, mostTools)))
    await snapshots.put({ name: toSnapshotName(provider), at, value })
  }
  /** The last change to store: each is added to those before it. */
  let last = Promise.resolve()
  return (changed: ChangedTool): void => {
    const difference = describeDifference(changed)
    const key = `${changed.provider}/${changed.action}/${difference}`
    if (told.has(key)) return
    told.set(key, true)
    last = last.then(() => keep(changed, difference)).catch(onError)
    inBackground(last, 'changed tools')
  }
}

/** The tools that were refused of late because they aren't what was imported. */
export const findChangedTools = async (
  snapshots: Snapshots,
  domains: ReadonlyMap<string, Domain>,
  now: Date,
): Promise<readonly Omit<Finding, 'source'>[]> => {
  const findings: Omit<Finding, 'source'>[] = []
  for (const [provider, { source, provider: facts }] of domains) {
    if (!facts.overlay) continue
    for (const [action, { tool, imported, at, difference }] of Object.entries(await readChanges(snapshots, provider))) {
      const pinned = source.action(action)?.tool
      const isStill = pinned && digestTool(pinned.read() as ListedTool) === imported
      if (!isStill || msOf(now) - msOf(at as never) > lastsMs) continue
      findings.push({
        finding: `tool-changed/${provider}/${action}`,
        tenant: null,
        kind: 'tool-changed',
        severity: 'high',
        title: `The tool ${tool} of ${provider} is not what was imported`,
        detail: `Calls of ${action} are refused. ${difference}. Review it, and import the server again: npx bun run codegen import --mcp <url> --id ${provider}`,
        evidence: `/admin/providers/${provider}`,
      })
    }
  }
  return findings
}
