import { type FetchAnswer, FetchError, type Fetcher, redirectStatuses } from '@patchbay/core/fetch'
import {
  Dialogue,
  type DialogueParts,
  discoverSignIn,
  findResource,
  type ListedTool,
  listTools,
  openServer,
  RefusedByServer,
  type SignInFacts,
} from '@patchbay/core/upstream-mcp'

/** The longest time in which a server lists its tools, and the most bytes that it may need for it. */
const mostMs = 30_000
const mostBytes = 20_000_000

/** The server's own description of itself. */
export interface ReadToolServer {
  readonly title: string | undefined
  readonly tools: readonly ListedTool[]
  /** The way in which people sign in; unset: it has no metadata about that. */
  readonly signIn?: SignInFacts | undefined
  /** True if it wants a credential before it lists its tools. */
  readonly isClosed: boolean
}

/** No MCP server answers at an address. */
class NoToolServer extends Error {}

/** A server that lists its tools to known callers only. */
export class ClosedToolServer extends Error {
  constructor(
    message: string,
    /** The way in which people sign in there; `undefined`: it has no metadata about that. */
    readonly signIn: SignInFacts | undefined,
    /** False if any API might refuse a stranger in this way. */
    readonly isOfMcp: boolean,
  ) {
    super(message)
  }
}

/** True for a server that lists nothing to strangers. */
const wantsCredential = (error: unknown): error is RefusedByServer =>
  error instanceof RefusedByServer && (error.answer.status === 401 || error.answer.status === 403)

const describeRefusal = (url: string, { status, headers }: FetchAnswer): string => {
  const location = headers.get('location')
  return redirectStatuses.has(status) && location && URL.canParse(location, url)
    ? `${url} leads to ${new URL(location, url).href}: give that address`
    : `${new URL(url).host} answered ${status}: is it an MCP server?`
}

const inWords = (url: string, error: unknown): string => {
  const { host } = new URL(url)
  if (error instanceof RefusedByServer) return describeRefusal(url, error.answer)
  if (error instanceof FetchError && error.kind === 'aborted')
    return `${host} did not list its tools within ${mostMs / 1000} seconds`
  if (error instanceof FetchError && (error.kind === 'insecure' || error.kind === 'refused-address'))
    return `${error.message}: a server of your own needs ALLOWED_PRIVATE_HOSTS=${host}, here and for the gateway`
  return `${host} can't be asked for its tools: ${error instanceof Error ? error.message : String(error)}`
}

const list = async (url: string, parts: DialogueParts) => {
  const server = await openServer(url, parts).catch((error: unknown) => {
    throw wantsCredential(error) ? error : new NoToolServer(inWords(url, error))
  })
  const { tools } = await listTools(server, new Dialogue(parts)).catch((error: unknown) => {
    throw wantsCredential(error) ? error : new Error(inWords(url, error))
  })
  return { title: server.title, tools }
}

const isMessage = ({ bytes }: FetchAnswer): boolean => {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes))).jsonrpc === '2.0'
  } catch {
    return false
  }
}

const challengeOf = ({ headers }: FetchAnswer): string => headers.get('www-authenticate') ?? ''

/** A server that has refused a stranger, with what its answer and its metadata say. */
const describeClosed = async (
  url: string,
  answer: FetchAnswer,
  fetcher: Fetcher,
  signIn: SignInFacts | undefined,
  signal: AbortSignal,
): Promise<ClosedToolServer> => {
  const challenge = challengeOf(answer)
  const isOfMcp =
    /\bresource_metadata\s*=/i.test(challenge) ||
    isMessage(answer) ||
    (await findResource(fetcher, url, challenge, signal).catch(() => undefined)) !== undefined
  const by = signIn ? `; people sign in by OAuth at ${new URL(signIn.authorize).host}` : ''
  return new ClosedToolServer(
    `${new URL(url).host} lists its tools to known callers only (${answer.status})${by}: give it a token, --token-file <file>`,
    signIn,
    isOfMcp,
  )
}

/**
 * Reads the tools of an MCP server, and how people sign in there. Rejects with ClosedToolServer where it wants a token and there is none, and
 * else with Error that says what to do.
 */
export const readToolServer = async (url: string, fetcher: Fetcher, token?: string): Promise<ReadToolServer> => {
  const signal = AbortSignal.timeout(mostMs)
  const ask = (headers: DialogueParts['headers']) => list(url, { fetcher, headers, signal, maxBytes: mostBytes })
  const asStranger = await ask({}).catch((error: unknown) => {
    if (!wantsCredential(error)) throw error
    return error
  })
  const refusal = asStranger instanceof RefusedByServer ? asStranger.answer : undefined
  const challenge = refusal ? challengeOf(refusal) : ''
  const signIn = await discoverSignIn(fetcher, url, challenge, signal).catch(() => undefined)
  if (refusal && token === undefined) throw await describeClosed(url, refusal, fetcher, signIn, signal)
  const server =
    token === undefined
      ? (asStranger as Exclude<typeof asStranger, RefusedByServer>)
      : await ask({ authorization: `Bearer ${token}` }).catch((error: unknown) => {
          throw wantsCredential(error)
            ? new Error(`${new URL(url).host} refuses the token (${error.answer.status})`)
            : error
        })
  return { ...server, isClosed: refusal !== undefined, signIn }
}

/** The MCP server at an address, also one that lists its tools to known callers only; `undefined`: none is there. Rejects with Error where one fails. */
export const findToolServer = (
  url: string,
  fetcher: Fetcher,
  token: string | undefined,
): Promise<ReadToolServer | ClosedToolServer | undefined> =>
  readToolServer(url, fetcher, token).catch((error: unknown) => {
    if (error instanceof ClosedToolServer) return error.isOfMcp ? error : undefined
    if (error instanceof NoToolServer) return undefined
    throw error
  })
