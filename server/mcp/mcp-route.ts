import type { Calls } from '@patchbay/core/call'
import type { Admission, Caller, Deadlines } from '@patchbay/core/context'
import { GatewayError, invalid } from '@patchbay/core/errors'
import { bearerToken } from '../http/bearer-token.ts'
import { checkLength } from '../http/bodies.ts'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import { readQuery } from '../http/queries.ts'
import type { FastPath } from './fast-path.ts'
import { readMessage } from './read-message.ts'
import type { ToolMode } from './tool-lists.ts'
import type { Transport } from './transport.ts'

export interface McpParts {
  readonly run: Calls
  readonly deadlines: Deadlines
  readonly transport: Transport
  /** What is answered beside the SDK; none: nothing. */
  readonly lane?: FastPath
  /** As clients see the gateway. */
  readonly baseUrl: () => string
  readonly maxBodyBytes: number
}

/** RFC 9728, section 5.1; RFC 6750, section 3.1: a request without a token gets no error code. */
const challenge = (baseUrl: string, hasToken: boolean): string =>
  `Bearer ${hasToken ? 'error="invalid_token", ' : ''}resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`

const toolMode = (url: string, { options }: Admission['tenant']): ToolMode => {
  const asked = readQuery(url).get('tools')
  if (asked === undefined) return options.tools
  if (asked === 'domains' || asked === 'actions') return asked
  throw invalid('/tools', 'this query parameter must be "domains" or "actions"')
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
  'cache-control': 'no-store, no-transform',
}

const replyOf = async (response: Response): Promise<Reply> => {
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    return { status, body: response.body, headers: streamHeaders }
  }
  return { status, body: response.body && (await response.bytes()) }
}

/** `POST /mcp`: the Streamable HTTP transport of MCP over core/call. */
export const mcpRoute = ({ run, deadlines, transport, lane, baseUrl, maxBodyBytes }: McpParts): Route => {
  const admit = async (caller: Caller): Promise<Admission> => {
    try {
      return await run.admit(caller)
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'AUTH_FAILED') throw error
      const headers = { ...error.extras.headers, 'www-authenticate': challenge(baseUrl(), caller.token !== undefined) }
      throw error.with({ headers })
    }
  }

  /** A body that is sent byte by byte takes no longer than a call may. */
  const readInTime = async (request: Request, { startedAt }: Admission) => {
    const deadline = deadlines.start(request.signal, startedAt)
    try {
      return await deadline.race(readMessage(request, maxBodyBytes))
    } finally {
      deadline.clear()
    }
  }

  /** Each message of a batch counts, as if it had come alone. */
  const countBatch = async (caller: Caller, message: unknown): Promise<void> => {
    if (Array.isArray(message)) for (const _ of message.slice(1)) await admit(caller)
  }

  return {
    method: 'POST',
    path: '/mcp',
    async handle({ request, ip, requestId }: Exchange): Promise<Reply> {
      checkLength(request, maxBodyBytes)
      const token = bearerToken(request.headers)
      const caller = { tenant: undefined, token, ip, requestId, source: 'mcp', hangUp: request.signal } as const
      const admission = await admit(caller)
      const mode = toolMode(request.url, admission.tenant)
      const read = await readInTime(request, admission)
      const log = { tenant: admission.tenant.id }
      const headers = admission.limits ?? {}
      if ('refusal' in read) return { ...read.refusal, headers, log }
      const { message } = read
      await countBatch(caller, message)

      const scope = { admission, mode }
      const answered = await lane?.(request.headers, message, scope)
      if (answered) {
        const { log: call, ...sent } = answered
        return { status: 200, ...sent, headers, log: { ...log, ...call } }
      }
      const reply = await replyOf(await transport(request, scope, message))
      return { ...reply, headers: { ...headers, ...reply.headers }, log }
    },
  }
}
