import { readFile } from 'node:fs/promises'
import { FetchError, type Fetcher } from '@patchbay/core/fetch'
import {
  Dialogue,
  type DialogueParts,
  discoverSignIn,
  type ListedTool,
  listTools,
  openServer,
  RefusedByServer,
  type SignInFacts,
} from '@patchbay/core/upstream-mcp'

/** The longest time in which a server lists its tools, and the most bytes that it may need for it. */
const mostMs = 30_000
const mostBytes = 20_000_000

/** What a server says of itself. */
export interface ReadToolServer {
  readonly title: string | undefined
  readonly tools: readonly ListedTool[]
  /** How people sign in; left out: it has no metadata about that. */
  readonly signIn?: SignInFacts | undefined
  /** True if it wants a credential before it lists its tools. */
  readonly isClosed: boolean
}

const readToken = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : (await readFile(file, 'utf8')).trim()

const list = async (url: string, parts: DialogueParts) => {
  const server = await openServer(url, parts)
  return { title: server.title, tools: (await listTools(server, new Dialogue(parts))).tools }
}

/** True for a server that lists nothing to strangers. */
const wantsCredential = (error: unknown): error is RefusedByServer =>
  error instanceof RefusedByServer && (error.answer.status === 401 || error.answer.status === 403)

const inWords = (url: string, error: unknown, hasToken: boolean): Error => {
  const { host } = new URL(url)
  if (wantsCredential(error))
    return new Error(
      hasToken
        ? `${host} refuses the token of --token-file (${error.answer.status})`
        : `${host} lists its tools to known callers only (${error.answer.status}): give it a token, --token-file <file>`,
    )
  if (error instanceof RefusedByServer)
    return new Error(`${host} answered ${error.answer.status}: is it an MCP server?`)
  if (error instanceof FetchError && error.kind === 'aborted')
    return new Error(`${host} did not list its tools within ${mostMs / 1000} seconds`)
  return new Error(`${host} can't be asked for its tools: ${error instanceof Error ? error.message : String(error)}`)
}

/** Reads the tools of an MCP server, and how people sign in there. Rejects with Error that says what to do. */
export const readToolServer = async (url: string, fetcher: Fetcher, tokenFile?: string): Promise<ReadToolServer> => {
  const token = await readToken(tokenFile)
  const signal = AbortSignal.timeout(mostMs)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const ask = (given: DialogueParts['headers']) => list(url, { fetcher, headers: given, signal, maxBytes: mostBytes })
  let challenge = ''
  let isClosed = false
  const asStranger = await ask({}).catch((error: unknown) => {
    if (!wantsCredential(error)) throw inWords(url, error, false)
    challenge = error.answer.headers.get('www-authenticate') ?? ''
    isClosed = true
    if (token === undefined) throw inWords(url, error, false)
    return undefined
  })
  const found =
    token === undefined ? asStranger : await ask(headers).catch((error) => Promise.reject(inWords(url, error, true)))
  const signIn = await discoverSignIn(fetcher, url, challenge, signal).catch(() => undefined)
  return { title: found?.title, tools: found?.tools ?? [], isClosed, signIn }
}
