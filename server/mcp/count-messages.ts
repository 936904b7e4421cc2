import type { Calls } from '@patchbay/core/call'
import { asGatewayError } from '@patchbay/core/errors'
import { type DocsUrl, errorEnvelope } from '../http/error-envelope.ts'
import { json, type Reply } from '../http/exchange.ts'
import type { McpScope } from './mcp-scope.ts'

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown }
}

/** One of the codes that JSON-RPC leaves to servers (section 5.1), which no MCP client uses for itself. */
const rateLimited = -32_029

/** True if a message runs a tool, which counts itself. */
export const isToolCall = (message: unknown): boolean => {
  const { method, params } = Object(message) as Message
  if (method !== 'tools/call' || typeof params?.name !== 'string') return false
  return params.arguments === undefined || typeof params.arguments === 'object'
}

const isRequest = (message: unknown): message is Message => {
  const { id, method } = Object(message) as Message
  return id !== undefined && method !== undefined
}

/** Answers messages that are over the limit with HTTP 200: clients lose the text of an HTTP error. Rethrows any other error. */
const refuse = (
  thrown: unknown,
  message: unknown,
  { arrival, tenant }: McpScope['caller'],
  docsUrl: DocsUrl,
): Reply => {
  const error = asGatewayError(thrown)
  const requests = [message].flat().filter(isRequest)
  if (error.code !== 'RATE_LIMITED' || requests.length === 0) throw thrown
  const { code, reason, message: text } = error
  const fault = { code: rateLimited, message: text, data: errorEnvelope(error, arrival.requestId, 'caller', docsUrl) }
  const answers = requests.map(({ id }) => ({ jsonrpc: '2.0', id, error: fault }))
  const body = Array.isArray(message) ? answers : answers[0]
  return { ...json(body, 200, error.extras.headers), log: { tenant: tenant.id, code, reason } }
}

/**
 * Counts as `lookup` each message that runs no tool: handshakes, lists, unreadable messages; as `call` each that runs one. Over the
 * limit, the reply refuses all of a batch.
 */
export const countMessages = async (
  { calls, docsUrl }: { readonly calls: Calls; readonly docsUrl: DocsUrl },
  { caller, addToReport }: Pick<McpScope, 'caller' | 'addToReport'>,
  message: unknown,
  kind: 'call' | 'lookup',
): Promise<Reply | undefined> => {
  try {
    for (const each of Array.isArray(message) ? message : [message])
      if (isToolCall(each) === (kind === 'call')) addToReport({ limits: await calls.count(caller, kind) })
    return undefined
  } catch (thrown) {
    return refuse(thrown, message, caller, docsUrl)
  }
}
