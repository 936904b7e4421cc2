import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import type { Reply } from '../http/exchange.ts'
import type { ToolResults } from './answer/tool-result.ts'
import { listCaching, type ServerParts, serverInfo } from './create-server.ts'
import { type Elicitation, elicitationError, elicitationResult } from './elicitation.ts'
import type { McpScope } from './mcp-scope.ts'
import { createTaskResult, type Task } from './tasks/task.ts'
import { modernRevision } from './transport.ts'

/** The answer, of HTTP status 200, to a message that the fast path knows; `undefined` leaves the message to the SDK. */
export type FastPath = (
  headers: Headers,
  message: unknown,
  scope: McpScope,
) => Promise<Pick<Reply, 'body' | 'bytes' | 'call' | 'code'> | undefined>

type JsonMembers = Readonly<Record<string, unknown>>

interface Plain {
  readonly id: string | number
  readonly method: 'tools/call' | 'tools/list'
  readonly name: string
  readonly args: JsonMembers
  readonly meta: JsonMembers | undefined
}

const envelopeKeys = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]
const longestMeta = 4096
const messageMembers = ['jsonrpc', 'id', 'method', 'params']
const [callMembers, listMembers] = [['name', 'arguments', '_meta'], ['_meta']]

const isObject = (value: unknown): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Written as a loop, as it runs several times a call. */
const hasOnly = (value: JsonMembers, names: readonly string[]): boolean => {
  for (const name in value) if (!names.includes(name)) return false
  return true
}

/** A `tools/call` or `tools/list` in its most common form. Anything unusual is left to the SDK. */
const readPlain = (message: unknown): Plain | undefined => {
  if (!isObject(message) || message.jsonrpc !== '2.0' || !hasOnly(message, messageMembers)) return
  const { id, method, params = {} } = message
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return
  if ((method !== 'tools/call' && method !== 'tools/list') || !isObject(params)) return
  if (!hasOnly(params, method === 'tools/call' ? callMembers : listMembers)) return
  const { name = '', arguments: args = {}, _meta: meta } = params
  if (typeof name !== 'string' || !isObject(args) || (meta !== undefined && !isObject(meta))) return
  // The SDK's schemas drop a member of this name.
  if (Object.hasOwn(args, '__proto__')) return
  if (method === 'tools/call' && !/^[\w-]+$/.test(name)) return
  return { id: id as string | number, method, name, args, meta }
}

const isLegacy = (headers: Headers): boolean => {
  const version = headers.get('mcp-protocol-version')
  return version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
}

/** The JSON around a result, in both eras of the protocol. */
const tails = {
  legacy: '',
  modern: `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfo })}`,
}

/** With more in `_meta` than there is in every result. */
const printTail = (era: keyof typeof tails, meta: JsonMembers): string => {
  const server = era === 'modern' ? { [SERVER_INFO_META_KEY]: serverInfo } : {}
  const type = era === 'modern' ? ',"resultType":"complete"' : ''
  return `${type},"_meta":${JSON.stringify({ ...server, ...meta })}`
}
const listTails = {
  legacy: '',
  modern: `${tails.modern},"ttlMs":${listCaching.ttlMs},"cacheScope":"${listCaching.cacheScope}"`,
}

/** The request that the user open an address, in the client's form. */
const elicited = (
  head: string,
  { elicitation: form }: McpScope,
  elicitation: Elicitation,
): { readonly body: string } => {
  if (form === 'input') {
    const meta = { [SERVER_INFO_META_KEY]: serverInfo }
    return { body: `${head},"result":${JSON.stringify({ ...elicitationResult(elicitation), _meta: meta })}}` }
  }
  const { code, message, data } = elicitationError(elicitation)
  return { body: `${head},"error":${JSON.stringify({ code, message, data })}}` }
}

const printTask = (task: Task): string =>
  JSON.stringify({ ...createTaskResult(task), _meta: { [SERVER_INFO_META_KEY]: serverInfo } })

/**
 * Answers the two messages that make up nearly all traffic as the SDK would (a test compares both), without the server,
 * transport and schema passes that the SDK makes for each message. It validates little itself: the SDK validates each distinct
 * envelope of the current era once.
 */
export const createFastPath = ({ runTool, toolLists }: ServerParts, toolResult: ToolResults): FastPath => {
  const checkedEnvelopes = new LRUCache<string, boolean>({ max: 1000 })

  const isModern = (headers: Headers, { method, name }: Plain, meta: JsonMembers, message: unknown): boolean => {
    if (headers.get('mcp-protocol-version') !== modernRevision || headers.get('mcp-method') !== method) return false
    if (method === 'tools/call' && headers.get('mcp-name') !== name) return false
    if (!hasOnly(meta, envelopeKeys)) return false
    const key = JSON.stringify(meta)
    const cachedEnvelope = checkedEnvelopes.get(key)
    if (cachedEnvelope !== undefined) return cachedEnvelope
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: modernRevision,
      mcpMethodHeader: method,
      body: message,
    })
    const isGood = route.kind === 'modern' && route.classification.revision === modernRevision
    if (key.length <= longestMeta) checkedEnvelopes.set(key, isGood)
    return isGood
  }

  const detectEra = (headers: Headers, plain: Plain, message: unknown): 'legacy' | 'modern' | undefined => {
    const { meta } = plain
    if (meta === undefined) return isLegacy(headers) ? 'legacy' : undefined
    return isModern(headers, plain, meta, message) ? 'modern' : undefined
  }

  return async (headers, message, scope) => {
    const plain = readPlain(message)
    const era = plain && detectEra(headers, plain, message)
    if (!plain || !era) return undefined
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(plain.id)}`
    if (plain.method === 'tools/list') {
      return { body: toolLists(scope, `${head},"result":{"tools":`, `${listTails[era]}}}`) }
    }
    try {
      const answer = await runTool(scope, plain.name, plain.args)
      if (answer.elicitation)
        return { ...elicited(head, scope, answer.elicitation), call: answer.call, code: answer.code }
      if (answer.task)
        return { body: `${head},"result":${printTask(answer.task)}}`, ...(answer.call && { call: answer.call }) }
      const { open, bytes } = toolResult(answer, scope.isTerse, answer.call?.cache === 'HIT')
      const before = `${head},"result":`
      const behind = `${answer.meta ? printTail(era, answer.meta) : tails[era]}}}`
      const around = Buffer.byteLength(before) + Buffer.byteLength(behind)
      const { call, code } = answer
      return { body: `${before}${open}${behind}`, bytes: bytes + around, call, code }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return { body: `${head},"error":${JSON.stringify({ code: error.code, message: error.message })}}` }
    }
  }
}
