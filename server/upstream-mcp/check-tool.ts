import { GatewayError } from '@patchbay/core/errors'
import type { Fetcher, FetchRequest } from '@patchbay/core/fetch'
import type { AnyAction, PinnedTool } from '@patchbay/core/provider'
import { digestTool, type ListedTool } from '@patchbay/core/upstream-mcp'
import type { ServerConnection } from './connections.ts'

/** A tool that isn't what was imported. */
export interface ChangedTool {
  readonly provider: string
  /** The name of the action that calls it. */
  readonly action: string
  readonly tool: string
  /** The tool as it was imported. */
  readonly before: ListedTool
  /** The tool as the server lists it now; unset: it doesn't. */
  readonly after?: ListedTool
}

const digests = new WeakMap<PinnedTool, string>()

/** The digest of the tool as it was imported, made once for each action. */
const ensureDigest = (tool: PinnedTool): string => {
  const digest = digests.get(tool) ?? digestTool(tool.read() as ListedTool)
  digests.set(tool, digest)
  return digest
}

const refuse = (title: string, what: string): GatewayError =>
  new GatewayError('UPSTREAM_ERROR', `${title} ${what}; nothing was sent. The operator has to import its tools again`, {
    status: 502,
  })

interface Checked {
  readonly name: string
  readonly provider: { readonly id: string; readonly title: string }
  readonly action: AnyAction & { readonly tool: PinnedTool }
}

/**
 * Compares a tool with what was imported, before it is called: models and rules know it by the text and the schema that a person has seen.
 * Throws UPSTREAM_ERROR for a tool that has changed or is gone, and tells `onChange` how.
 */
export const checkTool = async (
  connection: ServerConnection,
  { name: action, provider, action: { tool } }: Checked,
  request: FetchRequest,
  fetcher: Fetcher,
  onChange: (changed: ChangedTool) => void,
): Promise<void> => {
  const { name } = tool
  const pinned = ensureDigest(tool)
  if ((await connection.digest(name, request, fetcher)) === pinned) return
  // The list in memory may be older than a change that was imported meanwhile, or that the server has taken back.
  const [now, ...others] = await connection.tools(name, request, fetcher)
  if (now && others.length === 0 && digestTool(now) === pinned) return
  const before = tool.read() as ListedTool
  onChange({ provider: provider.id, action, tool: name, before, ...(now && { after: now }) })
  if (!now) throw refuse(provider.title, `no longer has the tool ${name} for this account`)
  if (others.length > 0) throw refuse(provider.title, `lists several tools with the name ${name}`)
  throw refuse(provider.title, `has changed the tool ${name} since it was imported`)
}
