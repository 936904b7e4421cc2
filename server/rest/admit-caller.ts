import type { Calls } from '@patchbay/core/call'
import type { AdmittedCaller, RateLimitHeaders, UnadmittedCaller } from '@patchbay/core/context'
import { type Exchange, json, type Reply } from '../http/exchange.ts'
import { bearerToken } from '../http/read/bearer-token.ts'

/** Reads who calls over REST, without checking it. */
export const readCaller = (exchange: Exchange): UnadmittedCaller => ({
  source: 'rest',
  arrival: exchange,
  namedTenant: exchange.params.tenant ?? '',
  token: bearerToken(exchange.request.headers),
})

/** The caller of a route beside calls, and the headers of its limit. */
export interface CountedCaller {
  readonly caller: AdmittedCaller
  readonly limits: RateLimitHeaders | undefined
}

/** Admits and counts the caller of a route beside calls. Such requests have the limit of look-ups, and reading makes no audit entry. */
export const admitCaller = async (
  calls: Pick<Calls, 'identify' | 'count'>,
  exchange: Exchange,
): Promise<CountedCaller> => {
  const caller = await calls.identify(readCaller(exchange))
  return { caller, limits: await calls.count(caller, 'lookup') }
}

/** The envelope for a caller of such a route. */
export const answerCaller = ({ limits }: CountedCaller, data: unknown, status = 200, headers = {}): Reply =>
  json({ success: true, status, cache: 'BYPASS', data }, status, { ...limits, ...headers })
