import type { Calls } from '@patchbay/core/call'
import { CallContext, type CallRequest } from '@patchbay/core/context'
import type { Exchange, HttpRoute, Reply } from '../http/exchange.ts'
import { bearerToken } from '../http/read/bearer-token.ts'
import { checkLength, readJsonText } from '../http/read/bodies.ts'
import { refuseRepeatedQuery } from '../http/read/queries.ts'
import { parseStrictJson } from '../http/read/strict-json.ts'

export interface RestParts {
  readonly calls: Calls
  readonly maxBodyBytes: number
}

class RestRequest implements CallRequest<string> {
  readonly domain: string
  readonly noCache: boolean
  readonly idempotencyKey: string | undefined

  constructor(
    readonly exchange: Exchange,
    readonly maxBodyBytes: number,
  ) {
    const { headers } = exchange.request
    this.domain = exchange.params.domain ?? ''
    this.noCache = /no-cache/i.test(headers.get('cache-control') ?? '')
    this.idempotencyKey = headers.get('idempotency-key') ?? undefined
  }

  read(): Promise<string> {
    refuseRepeatedQuery(this.exchange.request.url)
    return readJsonText(this.exchange, this.maxBodyBytes)
  }

  asText(text: string): string {
    return text
  }

  parse(text: string): Record<string, unknown> {
    return parseStrictJson(text)
  }
}

/** `POST /api/v1/<tenant>/<domain>`: a thin adapter over core/call. */
export const restRoute = ({ calls, maxBodyBytes }: RestParts): HttpRoute => ({
  method: 'POST',
  path: '/api/v1/:tenant/:domain',
  async handle(exchange): Promise<Reply> {
    const { request, params } = exchange
    checkLength(request, maxBodyBytes)
    const context = new CallContext('rest', exchange, params.tenant ?? '', bearerToken(request.headers))
    const { status, envelope, bytes } = await calls.call(context, new RestRequest(exchange, maxBodyBytes))
    return { status, body: envelope, bytes, headers: context.limits, call: context }
  },
})
