import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import { type McpScope, toAuthInfo } from './mcp-scope.ts'

/** Serves one POST through the SDK. `body` is the parsed message; with `undefined` the SDK refuses the request. */
export type Transport = (request: Request, scope: McpScope, body: unknown) => Promise<Response>

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** The answer, if it is the first event of the stream; `undefined` when that is a notification or a comment. */
const answerIn = (event: string): string | undefined => {
  const [, data] = /^event: message\ndata: ([^\n]*)\n\n$/.exec(event) ?? []
  if (data === undefined) return undefined
  const message = JSON.parse(data) as object
  return 'result' in message || 'error' in message ? data : undefined
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

const goOn = (first: Uint8Array, reader: Reader): ReadableStream<Uint8Array> => {
  let pending: Uint8Array | undefined = first
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = pending ? { done: false, value: pending } : await reader.read()
      pending = undefined
      if (value) controller.enqueue(value)
      if (done) controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/**
 * Makes a stream a JSON answer, unless the handler sent something before its answer. The SDK does the same for the current
 * era of the protocol (`responseMode: 'auto'`), but always answers the older era with a stream.
 */
const jsonWherePossible = async (response: Response): Promise<Response> => {
  if (!isEventStream(response) || !response.body) return response
  const reader: Reader = response.body.getReader()
  const { value } = await reader.read()
  // The caller has hung up, so nobody reads this answer.
  if (!value) return new Response(null, { status: 499 })
  const answer = answerIn(new TextDecoder().decode(value))
  if (answer === undefined) return new Response(goOn(value, reader), response)
  await reader.cancel()
  return new Response(answer, { headers: { 'content-type': 'application/json' } })
}

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
    async serve(request, scope, body) {
      const isBatch = Array.isArray(body)
      const parsedBody = isBatch ? uncancelled(body) : body
      const response = await handler.fetch(request, { authInfo: toAuthInfo(scope), parsedBody })
      // A batch has several answers, and only a stream can deliver them one by one.
      return isBatch ? response : jsonWherePossible(response)
    },
    close: () => handler.close(),
  }
}
