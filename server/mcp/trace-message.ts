import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import { isToolCall } from './count-messages.ts'

/** Longer arguments are cut: a span is no store. */
const longestArguments = 8192

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200

/**
 * Attributes of the span of a message, as OpenTelemetry names them:
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md. `code` is that of a tool's error. The
 * arguments are what a model wrote, and may hold anything.
 */
export const traceMessage = (headers: Headers, message: unknown, code: string | undefined, withArguments: boolean) => {
  const { method, id, params } = Object(message) as Readonly<Record<string, unknown>>
  const { name, arguments: args, _meta: meta } = Object(params) as Readonly<Record<string, unknown>>
  const version: unknown = Object(meta)[PROTOCOL_VERSION_META_KEY] ?? headers.get('mcp-protocol-version')
  const session = headers.get('mcp-session-id')
  const isTool = isToolCall(message)
  return {
    ...(isText(method) && { 'mcp.method.name': method }),
    ...(isText(version) && { 'mcp.protocol.version': version }),
    ...(isText(session) && { 'mcp.session.id': session }),
    ...((isText(id) || typeof id === 'number') && { 'jsonrpc.request.id': String(id) }),
    ...(isTool && { 'gen_ai.operation.name': 'execute_tool' }),
    ...(isTool && isText(name) && { 'gen_ai.tool.name': name }),
    ...(code !== undefined && { 'error.type': 'tool_error' }),
    ...(isTool &&
      withArguments && { 'gen_ai.tool.call.arguments': JSON.stringify(args ?? {}).slice(0, longestArguments) }),
  }
}
