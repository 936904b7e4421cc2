import canonicalize from 'canonicalize'
import { FetchError } from '../fetch/index.ts'
import { isJsonObject } from '../provider/json-object.ts'
import type { Dialogue } from './dialogue.ts'
import { plainValue } from './messages.ts'
import type { OpenServer } from './open-server.ts'

/** A tool as a server lists it: what is pinned of it, and its hints, which nobody believes. */
export interface ListedTool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, unknown>>
}

/** A server's tools, in its order; a name may come twice. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  /** The milliseconds for which the server calls the list fresh, within five minutes. */
  readonly ttlMs: number
}

const mostPages = 20
const mostTools = 2000
const longestName = 256
const longestTtlMs = 300_000

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The tool; `undefined`: it has no name by which it could be called. */
const readTool = (value: unknown): ListedTool | undefined => {
  if (!isJsonObject(value)) return undefined
  const { name, title, description, inputSchema, outputSchema, annotations } = value
  if (typeof name !== 'string' || name === '' || name.length > longestName) return undefined
  return {
    name,
    ...(text(title) !== undefined && { title: text(title) }),
    ...(text(description) !== undefined && { description: text(description) }),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
  } as ListedTool
}

const readTtl = (value: unknown): number =>
  typeof value === 'number' && value >= 0 ? Math.min(value, longestTtlMs) : longestTtlMs

const outOfBounds = (what: string): FetchError => new FetchError('too-large', `the server's list of tools ${what}`)

/** The tools without those that stand on several pages, word by word the same. */
const withoutRepeats = (tools: readonly ListedTool[]): readonly ListedTool[] => [
  ...new Map(tools.map((tool) => [JSON.stringify(tool), tool])).values(),
]

/** Lists the tools of a server, all pages. Rejects as `OpenServer.ask` does. */
export const listTools = async (server: OpenServer, dialogue: Dialogue): Promise<ToolList> => {
  const tools: ListedTool[] = []
  const cursors = new Set<string>()
  let ttlMs: number | undefined
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? undefined : { cursor }
    const page = Object(plainValue(await server.ask('tools/list', params, dialogue))) as Record<string, unknown>
    ttlMs ??= readTtl(page.ttlMs)
    for (const one of Array.isArray(page.tools) ? page.tools : []) tools.push(...[readTool(one) ?? []].flat())
    cursor = text(page.nextCursor)
    // A cursor that leads back to a page: some servers name the only page as the next one.
    if (cursor === undefined || cursors.has(cursor)) return { tools: withoutRepeats(tools), ttlMs }
    if (tools.length > mostTools || cursors.size >= mostPages) throw outOfBounds('is too long')
    cursors.add(cursor)
  }
}

/** A digest of what callers and models are shown of a tool. Its hints don't count. */
export const digestTool = ({ annotations: _, ...tool }: ListedTool): string =>
  new Bun.CryptoHasher('sha256').update(canonicalize(tool) ?? '').digest('base64')
