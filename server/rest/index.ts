import { logOf } from '@patchbay/core/audit'
import type { Calls } from '@patchbay/core/call'
import { bearerToken } from '../http/bearer-token.ts'
import { checkLength, readJsonText } from '../http/bodies.ts'
import type { Exchange, Reply, Route } from '../http/exchange.ts'
import { refuseRepeatedQuery } from '../http/queries.ts'
import { parseStrictJson } from '../http/strict-json.ts'

export interface RestParts {
  readonly run: Calls
  readonly maxBodyBytes: number
}

/** `POST /api/v1/<tenant>/<domain>` (specification, section 4.1): a thin adapter over core/call. */
export const restRoute = ({ run, maxBodyBytes }: RestParts): Route => ({
  method: 'POST',
  path: '/api/v1/:tenant/:domain',
  async handle({ request, params, ip, requestId }: Exchange): Promise<Reply> {
    checkLength(request, maxBodyBytes)
    const admission = await run.admit({
      tenant: params.tenant ?? '',
      token: bearerToken(request.headers),
      ip,
      requestId,
      source: 'rest',
      hangUp: request.signal,
    })
    const answer = await run.call(admission, {
      domain: params.domain ?? '',
      body: async () => {
        refuseRepeatedQuery(request.url)
        const text = await readJsonText(request, maxBodyBytes)
        return { text, parse: () => parseStrictJson(text) }
      },
      noCache: /no-cache/i.test(request.headers.get('cache-control') ?? ''),
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    })
    return {
      status: answer.status,
      body: answer.envelope,
      bytes: answer.bytes,
      ...(answer.headers && { headers: answer.headers }),
      log: logOf(answer.trail),
    }
  },
})
