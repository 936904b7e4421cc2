import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import { type McpScope, toAuthInfo } from './mcp-scope.ts'
import type { AnswerForm } from './message/answer-form.ts'
import { inPlainWords } from './message/plain-fault.ts'

/** A request as the SDK gets it: `body` is the parsed message. */
export interface TransportRequest {
  readonly request: Request
  /** The request's headers, without what is only there by a proxy. */
  readonly headers: Headers
  readonly form: AnswerForm
  readonly body: unknown
}

/** Serves one POST through the SDK. */
export type Transport = (request: TransportRequest, scope: McpScope) => Promise<Response>

/** The SDK refuses clients that don't name both forms of an answer, in lower case. */
const forms = ['application/json', 'text/event-stream']
const versionHeader = 'mcp-protocol-version'
/** The revision from which on there is no handshake. */
export const modernRevision = '2026-07-28'

/**
 * True for the handshake, which negotiates the version in its body: the header is for what comes after it, and a client that sends it has
 * only its own default to name (revision 2025-11-25, "Protocol Version Header"; Effect-TS/effect#7388).
 */
const isHandshake = (message: unknown): boolean => Object(message).method === 'initialize'

const forSdk = ({ request, headers, body }: TransportRequest): Request => {
  const accept = headers.get('accept') ?? ''
  const version = headers.get(versionHeader)
  const namesVersion = version !== null && version !== modernRevision && isHandshake(body)
  if (headers === request.headers && !namesVersion && forms.every((form) => accept.includes(form))) return request
  const own = new Headers(headers)
  own.set('accept', forms.join())
  if (namesVersion) own.delete(versionHeader)
  return new Request(request.url, { method: 'POST', headers: own, signal: request.signal })
}

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** The message in an event; `undefined`: it has none. */
const readEvent = (event: string): string | undefined => /^event: message\ndata: ([^\n]*)\n\n$/.exec(event)?.[1]

const isAnswer = (message: string): boolean => {
  const parsed = JSON.parse(message) as object
  return 'result' in parsed || 'error' in parsed
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/** An event as the client gets it. The SDK hands over each in one piece. */
const printEvent = (event: Uint8Array): Uint8Array => {
  const message = readEvent(new TextDecoder().decode(event))
  return message === undefined ? event : Buffer.from(`event: message\ndata: ${inPlainWords(message)}\n\n`)
}

const goOn = (first: Uint8Array, reader: Reader): ReadableStream<Uint8Array> => {
  let pending: Uint8Array | undefined = first
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = pending ? { done: false, value: pending } : await reader.read()
      pending = undefined
      if (value) controller.enqueue(printEvent(value))
      if (done) controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const asJson = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })

/**
 * Makes a stream a JSON answer, unless the handler sent something before its answer. The SDK does the same for the current
 * era of the protocol (`responseMode: 'auto'`), but always answers the older era with a stream.
 */
const jsonWherePossible = async (response: Response): Promise<Response> => {
  if (!response.body) return response
  if (!isEventStream(response)) return asJson(inPlainWords(await response.text()), response.status)
  const reader: Reader = response.body.getReader()
  const { value } = await reader.read()
  // The caller has hung up, so nobody reads this answer.
  if (!value) return new Response(null, { status: 499 })
  const first = readEvent(new TextDecoder().decode(value))
  if (first === undefined || !isAnswer(first)) return new Response(goOn(value, reader), response)
  await reader.cancel()
  return asJson(inPlainWords(first))
}

/** The answers to a batch as a list, for a client that takes no stream (JSON-RPC 2.0, section 6). */
const listAnswers = async (response: Response): Promise<Response> => {
  if (!response.body || !isEventStream(response)) return response
  const events = (await response.text()).split(/(?<=\n\n)/)
  const answers = events.flatMap((event) => readEvent(event) ?? []).filter(isAnswer)
  return asJson(`[${answers.map(inPlainWords).join()}]`)
}

/** The answers to a batch as they come. */
const streamAnswers = (response: Response): Response =>
  response.body && isEventStream(response)
    ? new Response(
        response.body.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform: (event, controller) => controller.enqueue(printEvent(event)),
          }),
        ),
        response,
      )
    : response

const isCancellation = (message: unknown): boolean => Object(message).method === 'notifications/cancelled'

/**
 * A batch without the cancellations of its own requests, which a server may ignore. With them, the SDK would never answer the
 * cancelled requests, and would wait for their answers before it ends the stream.
 */
const uncancelled = (batch: readonly unknown[]): readonly unknown[] => {
  const others = batch.filter((message) => !isCancellation(message))
  return others.length > 0 ? others : batch
}

/** The Streamable HTTP transport: the current protocol revision and the older ones, without sessions. */
export const createTransport = (
  factory: McpServerFactory,
  onError: (error: Error) => void,
): { serve: Transport; close(): Promise<void> } => {
  const handler = createMcpHandler(factory, { legacy: 'stateless', responseMode: 'auto', onerror: onError })
  return {
    async serve(request, scope) {
      const { body, form } = request
      const isBatch = Array.isArray(body)
      const parsedBody = isBatch ? uncancelled(body) : body
      const response = await handler.fetch(forSdk(request), { authInfo: toAuthInfo(scope), parsedBody })
      if (!isBatch) return jsonWherePossible(response)
      // A batch has several answers, and only a stream can deliver them one by one.
      return form === 'json' ? listAnswers(response) : streamAnswers(response)
    },
    close: () => handler.close(),
  }
}
