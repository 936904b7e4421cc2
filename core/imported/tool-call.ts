import type { ActionRequest, Answer, AnyAction, Failure, PinnedTool } from '../provider/index.ts'
import { isJsonObject } from '../provider/json-object.ts'
import type { ActionPlan } from './plan.ts'

/** The message of MCP that calls a tool, as the request of an action: all tools of a server have one address. */
export const buildToolCall = (tool: NonNullable<ActionPlan['tool']>, params: unknown): ActionRequest =>
  ({
    method: 'POST',
    path: tool.path,
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool.name, arguments: isJsonObject(params) ? params : {} },
    },
    encoding: 'json',
  }) as unknown as ActionRequest

/** The header in which the gateway notes on a tool's answer that it is an error. No server can set it: the answer's headers are ours. */
export const toolErrorHeader = 'x-tool-error'

/**
 * The kinds of errors. `refused`: the server says that it hasn't called the tool. After the others nobody knows what the tool did: it said
 * so itself (`said`), or the server failed (`failed`).
 */
export type ToolError = 'said' | 'refused' | 'failed'

/** The text of an error: of JSON-RPC, or of a tool's result. */
const messageOf = (body: unknown): string => {
  if (typeof body === 'string') return body
  const { message, error, content } = Object(body) as Record<string, unknown>
  const sentence = [message, Object(error).message, error, content].find((one) => typeof one === 'string')
  return typeof sentence === 'string' ? sentence : JSON.stringify(body)
}

/** The error in the answer of a server: a tool's, or that of an HTTP status, where the server says more. */
const readToolError = (body: unknown, { status, headers }: Answer): Failure | undefined => {
  const error = headers.get(toolErrorHeader) as ToolError | null
  if (error !== null) return { message: messageOf(body), refused: error === 'refused' }
  return status >= 400 && isJsonObject(body) ? { message: messageOf(body) } : undefined
}

/** The places of bytes in the answers of tools: images, sounds and resources. */
const base64 = ['/content', '/files/*/content'] as const

/** An action as a call of a tool: what its answer is, the answer says itself. */
export const asToolCall = (action: AnyAction, tool: PinnedTool): AnyAction => ({
  ...action,
  tool,
  answer: action.answer === 'json' ? 'any' : (action.answer ?? 'any'),
  base64: action.base64 ?? base64,
  failure: (body, answer) => action.failure?.(body, answer) ?? readToolError(body, answer),
})
