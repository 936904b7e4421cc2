import type { Run, Trail } from '@patchbay/core/run'
import type { Exchange, Reply, Route } from '../exchange.ts'
import { refuseRepeatedQuery } from '../query.ts'
import { checkLength, readJson } from '../read-json.ts'

export interface RestParts {
  readonly run: Run
  readonly maxBodyBytes: number
}

/** RFC 6750, section 2.1; the scheme's name has no case (RFC 9110, section 11.1). */
export const bearerToken = (headers: Headers): string | undefined =>
  /^bearer +([\x21-\x7e]+) *$/i.exec(headers.get('authorization') ?? '')?.[1]

const logOf = ({ tenant, key, action, cache }: Trail): Record<string, unknown> => ({ tenant, key, action, cache })

/** `POST /api/v1/<tenant>/<domain>` (specification, section 4.1): a thin adapter over core/run. */
export const restRoute = ({ run, maxBodyBytes }: RestParts): Route => ({
  method: 'POST',
  path: '/api/v1/:tenant/:domain',
  async handle({ request, params, ip, requestId }: Exchange): Promise<Reply> {
    checkLength(request, maxBodyBytes)
    const answer = await run({
      tenant: params.tenant ?? '',
      domain: params.domain ?? '',
      token: bearerToken(request.headers),
      body: () => {
        refuseRepeatedQuery(request.url)
        return readJson(request, maxBodyBytes)
      },
      ip,
      requestId,
      source: 'rest',
      noCache: /no-cache/i.test(request.headers.get('cache-control') ?? ''),
      hangUp: request.signal,
    })
    return {
      status: answer.status,
      body: answer.envelope,
      ...(answer.headers && { headers: answer.headers }),
      log: logOf(answer.trail),
    }
  },
})
