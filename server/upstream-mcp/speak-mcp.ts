import { Readable } from 'node:stream'
import { type FetchAnswer, FetchError, type Fetcher, type FetchRequest } from '@patchbay/core/fetch'
import { type ToolError, toolErrorHeader } from '@patchbay/core/imported'
import type { AnyAction, PinnedTool } from '@patchbay/core/provider'
import type { Changes } from '@patchbay/core/store'
import {
  challengeParameter,
  Dialogue,
  ErrorOfServer,
  exactTextOf,
  RefusedByServer,
  readResult,
  type ServerToolResult,
} from '@patchbay/core/upstream-mcp'
import type { Speak } from '@patchbay/core/vendor'
import { type ChangedTool, checkTool } from './check-tool.ts'
import { createServerConnections, partsOf, type ServerConnection } from './connections.ts'

type Plan = Parameters<Speak>[0]
type ToolAction = AnyAction & { readonly tool: PinnedTool }

/** The parameters of `tools/call`, as the plan's request has them. */
const readParams = ({ request }: Plan): object => (request.body as { readonly params: object }).params

/** Errors of JSON-RPC by which a server says that it hasn't called anything: it couldn't read the request, or has no such tool. */
const refusals: ReadonlySet<number | undefined> = new Set([-32700, -32600, -32601, -32602])

const jsonHeaders = (error?: ToolError): Headers =>
  new Headers({ 'content-type': 'application/json', ...(error && { [toolErrorHeader]: error }) })

const answerWith = (json: string, error?: ToolError): FetchAnswer => ({
  status: 200,
  headers: jsonHeaders(error),
  bytes: Buffer.from(json),
})

const mostWords = 1000

const once = (bytes: Uint8Array): AsyncIterable<Uint8Array> => Readable.from([bytes])

/** The result as the answer to an HTTP request would be: its bytes are taken as those of a download. */
const toAnswer = async ({ isError, json, file }: ServerToolResult, { take }: FetchRequest): Promise<FetchAnswer> => {
  if (isError && json !== undefined) return answerWith(json, 'said')
  const headers = file ? new Headers({ 'content-type': file.mediaType }) : jsonHeaders()
  const bytes = file ? file.bytes : Buffer.from(json ?? 'null')
  const taken = await take?.(200, headers, once(bytes))
  return { status: 200, headers, bytes: taken ?? bytes }
}

/** The server's error. What it says of the tool's effect is little. */
const toErrorAnswer = ({ message, code, data }: ErrorOfServer): FetchAnswer => {
  const error = { ...(code !== undefined && { code }), message, ...(data !== undefined && { data }) }
  return answerWith(exactTextOf({ error }), refusals.has(code) && code !== undefined ? 'refused' : 'failed')
}

/** The words of a server that doesn't know a session, or a handshake within it. */
const ofSession = /session|not (?:yet |been )?initialized|before initialization/i
const unknownSession =
  /\bsession\b.{0,40}\b(?:not found|unknown|invalid|expired|terminated|missing)|\b(?:unknown|invalid|expired|missing|no valid|no) session\b|\bserver (?:was |is )?not (?:yet |been )?initialized|before initialization/i

/** True if a server has ended the session that a request named. By that it says that it has done nothing. */
const endedSession = ({ server }: ServerConnection, error: unknown): boolean => {
  if (!server.hasSession) return false
  if (error instanceof ErrorOfServer) return unknownSession.test(error.message.slice(0, mostWords))
  if (!(error instanceof RefusedByServer)) return false
  const { status, bytes } = error.answer
  if (status === 404 || status === 410) return true
  return status === 400 && ofSession.test(Buffer.from(bytes).subarray(0, mostWords).toString())
}

type OnChange = (changed: ChangedTool) => void

/** Calls the tool once. Rejects as `OpenServer.ask` does, and with UPSTREAM_ERROR for a tool that isn't what was imported. */
const callTool = async (
  onChange: OnChange,
  plan: Plan,
  fetcher: Fetcher,
  request: FetchRequest,
  connection: ServerConnection,
): Promise<FetchAnswer> => {
  const action = plan.call.action as ToolAction
  await checkTool(connection, { name: plan.call.name, provider: plan.provider, action }, request, fetcher, onChange)
  const dialogue = new Dialogue({ ...partsOf(request, fetcher), sender: request.sender })
  try {
    const result = await connection.server.ask('tools/call', readParams(plan), dialogue, request.call?.onProgress)
    return await toAnswer(readResult(exactTextOf(result)), request)
  } catch (error) {
    if (error instanceof RangeError) throw new FetchError('garbled', 'the result of the tool can’t be read')
    // A success of HTTP says nothing of the tool: whatever can't be read may have been an error.
    if (error instanceof FetchError && (error.kind === 'too-large' || error.kind === 'garbled'))
      throw new FetchError(error.kind, error.message)
    throw error
  }
}

const longestScope = 200

/** A refusal for want of a scope (RFC 6750, section 3.1) in plain words: the challenge alone names it. `undefined`: it is another. */
const toScopeAnswer = (answer: FetchAnswer): FetchAnswer | undefined => {
  const challenge = answer.headers.get('www-authenticate') ?? ''
  if (answer.status !== 403 || !/\berror="?insufficient_scope\b/i.test(challenge)) return undefined
  const scope = challengeParameter(challenge, 'scope')?.slice(0, longestScope)
  const lacks = scope === undefined ? 'a scope' : `the scope ${scope}`
  const message = `the account's access lacks ${lacks}: connect the account again with it`
  return { ...answer, headers: jsonHeaders('refused'), bytes: Buffer.from(JSON.stringify({ error: { message } })) }
}

/** The answer that an error means for the call. Throws the error itself if it means none. */
const answerError = (error: unknown): FetchAnswer => {
  if (error instanceof RefusedByServer) return toScopeAnswer(error.answer) ?? error.answer
  if (error instanceof ErrorOfServer) return toErrorAnswer(error)
  throw error
}

/** Speaks MCP with the servers whose tools are actions. `onChange` is told of tools that aren't what was imported. `close` ends the sessions. */
export const createSpeakMcp = (
  onChange: OnChange,
  changes: Changes,
): { readonly speak: Speak; close(): Promise<void> } => {
  const connections = createServerConnections()
  const stopListening = changes.listen((change) => {
    if (change.kind === 'tenant' && change.isRemoved) connections.forgetTenant(change.tenant)
  })
  const speak = async (plan: Plan, fetcher: Fetcher, request: FetchRequest): Promise<FetchAnswer> => {
    for (let isAgain = false; ; isAgain = true) {
      try {
        const connection = await connections.find(plan.call.ref, request, fetcher)
        try {
          return await callTool(onChange, plan, fetcher, request, connection)
        } catch (error) {
          if (!endedSession(connection, error)) throw error
          connection.forget()
          if (isAgain) throw error
        }
      } catch (error) {
        return answerError(error)
      }
    }
  }
  return {
    speak: (plan, fetcher) =>
      Object.assign((request: FetchRequest) => speak(plan, fetcher, request), { check: fetcher.check }),
    close() {
      stopListening()
      return connections.close()
    },
  }
}
