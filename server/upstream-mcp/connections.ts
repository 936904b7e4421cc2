import type { Fetcher, FetchRequest } from '@patchbay/core/fetch'
import { inBackground } from '@patchbay/core/in-background'
import type { AccountRef } from '@patchbay/core/store'
import {
  Dialogue,
  digestTool,
  type ListedTool,
  listTools,
  type OpenServer,
  openServer,
} from '@patchbay/core/upstream-mcp'
import { LRUCache } from 'lru-cache'

/** A tool by its digest: as a server lists it, `undefined` if it doesn't, `null` if it lists two of that name. */
type ListedDigest = string | null | undefined

/** A server as one account sees it. */
export interface ServerConnection {
  readonly server: OpenServer
  /** The digest of a tool, from memory as long as the server calls its list fresh. */
  digest(name: string, request: FetchRequest, fetcher: Fetcher): Promise<ListedDigest>
  /** The tools of a name as the server lists them now. */
  tools(name: string, request: FetchRequest, fetcher: Fetcher): Promise<readonly ListedTool[]>
  /** Forgets the connection, whose session has ended, unless another has taken its place. */
  forget(): void
}

const most = 1000
/** A session without a call for this long is ended. */
const idleMs = 600_000
const lookEveryMs = 60_000
/** The most that callers wait for a connection or a list which they share. */
const sharedMs = 20_000
const mostListBytes = 8 * 2 ** 20
/** The eras of servers, which seldom change. */
const eraMs = 600_000

/** The headers of the account's requests: its credential and what the provider declares. */
export const partsOf = ({ headers, signal, maxBytes, call }: FetchRequest, fetcher: Fetcher) => ({
  headers,
  signal,
  maxBytes,
  call,
  fetcher,
})

/** The parts of what several callers wait for: it ends by a time of its own. */
const sharedParts = (request: FetchRequest, fetcher: Fetcher) => ({
  ...partsOf(request, fetcher),
  signal: AbortSignal.timeout(sharedMs),
  maxBytes: mostListBytes,
})

/**
 * A name by which a connection is found again: of the account, of the address, and of every header, one of which may be the credential.
 * Tenants may have the same one, and some servers ask for none.
 */
const keyOf = (ref: AccountRef | undefined, { url, headers }: FetchRequest): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([ref?.tenant, ref?.provider, ref?.account, url, headers]))
    .digest('base64')

/** Rejects as soon as the signal is aborted; the work, which others may wait for, goes on. */
const orAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const leave = (): void => reject(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  work.then(resolve, reject)
  return promise.finally(() => signal.removeEventListener('abort', leave))
}

const digestOf = (tools: readonly ListedTool[]): ListedDigest => {
  const [first, ...others] = tools
  if (!first) return undefined
  return others.length === 0 ? digestTool(first) : null
}

interface OpenConnection {
  readonly tenant: string | undefined
  readonly opening: Promise<ServerConnection>
}

type ToolsByName = ReadonlyMap<string, readonly ListedTool[]>

const createConnection = (server: OpenServer, forget: () => void): ServerConnection => {
  let listed: { readonly digests: ReadonlyMap<string, ListedDigest>; readonly until: number } | undefined
  let listing: Promise<ToolsByName> | undefined
  const list = async (request: FetchRequest, fetcher: Fetcher): Promise<ToolsByName> => {
    const { tools, ttlMs } = await listTools(server, new Dialogue(sharedParts(request, fetcher)))
    const byName = Map.groupBy(tools, ({ name }) => name)
    // Digests of thousands of tools take milliseconds, and many servers call no list fresh.
    const digests = ttlMs > 0 ? [...byName].map(([name, all]) => [name, digestOf(all)] as const) : undefined
    listed = digests && { digests: new Map(digests), until: performance.now() + ttlMs }
    return byName
  }
  /** One listing for all who ask while it is under way: none of them can abort it for the others. */
  const listOnce = (request: FetchRequest, fetcher: Fetcher): Promise<ToolsByName> => {
    listing ??= list(request, fetcher).finally(() => {
      listing = undefined
    })
    return orAbort(listing, request.signal)
  }
  return {
    server,
    forget,
    async digest(name, request, fetcher) {
      if (listed && performance.now() < listed.until) return listed.digests.get(name)
      return digestOf((await listOnce(request, fetcher)).get(name) ?? [])
    },
    tools: async (name, request, fetcher) => (await listOnce(request, fetcher)).get(name) ?? [],
  }
}

/** Ends a session that nobody uses any more. */
const end = ({ opening }: OpenConnection): Promise<void> =>
  opening.then(
    ({ server }) => server.close(),
    () => undefined,
  )

/** The connections with MCP servers: one for each account, so that no account's session carries another's calls. `clock`: in milliseconds. */
export const createServerConnections = (clock: { now(): number } = performance) => {
  const open = new LRUCache<string, OpenConnection>({
    max: most,
    ttl: idleMs,
    perf: clock,
    updateAgeOnGet: true,
    dispose(connection, _key, reason) {
      if (reason === 'evict' || reason === 'expire') inBackground(end(connection), 'mcp-session')
    },
  })
  const idle = setInterval(() => open.purgeStale(), lookEveryMs)
  idle.unref()
  const eras = new LRUCache<string, OpenServer['era']>({ max: most, ttl: eraMs })

  const begin = async (request: FetchRequest, fetcher: Fetcher, forget: () => void): Promise<ServerConnection> => {
    const server = await openServer(request.url, sharedParts(request, fetcher), eras.get(request.url))
    eras.set(request.url, server.era)
    return createConnection(server, forget)
  }

  return {
    /** The account's connection, opened where there is none. Rejects as `OpenServer.ask` does, and with the reason of the request's signal. */
    find(ref: AccountRef | undefined, request: FetchRequest, fetcher: Fetcher): Promise<ServerConnection> {
      const key = keyOf(ref, request)
      const connection = open.get(key)
      if (connection) return orAbort(connection.opening, request.signal)
      const forget = (): void => {
        if (open.peek(key)?.opening === opening) open.delete(key)
      }
      const opening: Promise<ServerConnection> = begin(request, fetcher, forget).catch((error: unknown) => {
        eras.delete(request.url)
        forget()
        throw error
      })
      open.set(key, { tenant: ref?.tenant, opening })
      return orAbort(opening, request.signal)
    },
    /** Ends the sessions of a tenant that was removed: one of the same id is somebody else. */
    forgetTenant(tenant: string): void {
      for (const [key, connection] of [...open.entries()]) {
        if (connection.tenant !== tenant) continue
        open.delete(key)
        inBackground(end(connection), 'mcp-session')
      }
    },
    /** Ends all sessions. */
    async close(): Promise<void> {
      clearInterval(idle)
      const all = [...open.values()]
      open.clear()
      await Promise.all(all.map(end))
    },
  }
}
