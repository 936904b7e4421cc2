import { AsyncLocalStorage } from 'node:async_hooks'
import { type CallProgress, FetchError } from '../fetch/index.ts'
import { Dialogue, type DialogueParts } from './dialogue.ts'
import { ErrorOfServer, RefusedByServer } from './errors-of-server.ts'
import { type Library, type LibraryClient, type LibraryTransport, loadLibrary } from './library.ts'
import { proposedRevision } from './proposed-revision.ts'

/** The two eras of the protocol: with a handshake and perhaps a session, and without either, from revision 2026-07-28 on. */
type ProtocolEra = 'legacy' | 'modern'

/** An MCP server that can be asked. */
export interface OpenServer {
  readonly era: ProtocolEra
  readonly hasSession: boolean
  /** The server's own name of itself; `undefined`: it doesn't say. */
  readonly title: string | undefined
  /** Sends one request. Rejects with RefusedByServer, ErrorOfServer and FetchError. */
  ask(method: string, params: object | undefined, dialogue: Dialogue, onProgress?: OnProgress): Promise<unknown>
  /** Ends the session, where there is one. A server that doesn't take that, or is gone, is left alone. */
  close(): Promise<void>
}

type OnProgress = (progress: CallProgress) => void

/** Results are read by the gateway itself: what a server sends may be anything. */
const anything = {
  '~standard': { version: 1, vendor: 'patchbay', validate: (value: unknown) => ({ value }) },
} as const

/** The library compiles schemas of servers to check their answers; the gateway hands answers on. */
const unchecked = { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) }

/** Longer than any call: the deadline of a dialogue is its signal. */
const longestMs = 3_600_000

/** The dialogue to which what the library sends belongs. */
const dialogues = new AsyncLocalStorage<Dialogue>()

const createTransport = (library: Library, url: string, parts: DialogueParts): LibraryTransport => {
  // A late word, such as that a call is cancelled, belongs to none.
  const current = (): Dialogue => dialogues.getStore() ?? new Dialogue(parts)
  const transport = new library.StreamableHTTPClientTransport(new URL(url), {
    fetch: (at, request = {}) => current().fetch(String(at), request),
  })
  const { host } = new URL(url)
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    const dialogue = current()
    const { id } = message
    return send(message, { ...options, onRequestStreamEnd: () => dialogue.streamEnded(host, id) })
  }
  hearAnswers(transport)
  return transport
}

/** Tells dialogues of the answers that reach the library: a stream that ends behind its answer is as it should be. */
const hearAnswers = (transport: LibraryTransport): void => {
  let inner: LibraryTransport['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    set(handler: typeof inner) {
      inner = handler
    },
    get: (): typeof inner =>
      inner &&
      ((message, extra) => {
        dialogues.getStore()?.answered(message.id)
        inner?.(message, extra)
      }),
  })
}

/** The error of a dialogue, of whatever the library made of it. */
const explain = ({ ProtocolError, SdkError, SdkErrorCode }: Library, dialogue: Dialogue, error: unknown): Error => {
  const { parts, failure, refusal } = dialogue
  if (parts.signal.aborted) return new FetchError('aborted', 'the call was aborted')
  if (failure) return failure
  if (refusal) return new RefusedByServer(refusal)
  if (error instanceof ProtocolError) return new ErrorOfServer(error.message, Number(error.code), error.data)
  if (error instanceof SdkError && error.code === SdkErrorCode.UnsupportedResultType)
    return new ErrorOfServer('the tool asks for further input, which the gateway does not give', undefined)
  return new FetchError('garbled', 'the server’s messages can’t be read')
}

const within = <T>(dialogue: Dialogue, work: () => Promise<T>): Promise<T> =>
  dialogues.run(dialogue, () => Promise.race([work(), dialogue.ended()]))

const createServer = (
  library: Library,
  client: LibraryClient,
  transport: LibraryTransport,
  parts: DialogueParts,
): OpenServer => ({
  era: client.getProtocolEra() ?? 'legacy',
  hasSession: transport.sessionId !== undefined,
  title: client.getServerVersion()?.title ?? client.getServerVersion()?.name,
  async ask(method, params, dialogue, onProgress) {
    const over = new AbortController()
    const options = {
      signal: AbortSignal.any([dialogue.parts.signal, over.signal]),
      timeout: longestMs,
      ...(onProgress && { onprogress: onProgress }),
    }
    const request = { method, ...(params && { params }) }
    try {
      return await within(dialogue, () => client.request(request, anything, options))
    } catch (error) {
      throw explain(library, dialogue, error)
    } finally {
      over.abort()
    }
  },
  async close() {
    await dialogues.run(new Dialogue(parts), () => transport.terminateSession()).catch(() => undefined)
    await client.close().catch(() => undefined)
  },
})

/**
 * Begins to speak with a server: finds out its era, unless that is known, and opens a session where it has them. Rejects as
 * `OpenServer.ask` does.
 */
export const openServer = async (url: string, parts: DialogueParts, era?: ProtocolEra): Promise<OpenServer> => {
  const library = await loadLibrary()
  try {
    return await begin(library, url, parts, { era })
  } catch (error) {
    const revision = proposedRevision(library.SUPPORTED_PROTOCOL_VERSIONS, error)
    if (revision === undefined) throw error
    return begin(library, url, parts, { era: 'legacy', revisions: [revision] })
  }
}

interface Beginning {
  /** `undefined`: the server is asked. */
  readonly era: ProtocolEra | undefined
  /** The revisions to speak, the one to propose first; unset: all that the library knows. */
  readonly revisions?: readonly string[]
}

const begin = async (
  library: Library,
  url: string,
  parts: DialogueParts,
  { era, revisions }: Beginning,
): Promise<OpenServer> => {
  const dialogue = new Dialogue(parts)
  const transport = createTransport(library, url, parts)
  const client = new library.Client(
    { name: 'patchbay', version: '1' },
    {
      capabilities: {},
      jsonSchemaValidator: unchecked,
      inputRequired: { autoFulfill: false },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : 'auto', probe: { timeoutMs: longestMs } },
      ...(revisions && { supportedProtocolVersions: revisions }),
    },
  )
  try {
    await within(dialogue, () => client.connect(transport, { timeout: longestMs, signal: parts.signal }))
  } catch (error) {
    await client.close().catch(() => undefined)
    throw explain(library, dialogue, error)
  }
  return createServer(library, client, transport, parts)
}
