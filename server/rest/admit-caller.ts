import type { Calls } from '@patchbay/core/call'
import { CallContext } from '@patchbay/core/context'
import { type Exchange, json, type Reply } from '../http/exchange.ts'
import { bearerToken } from '../http/read/bearer-token.ts'

/** Admits and counts the caller of a route beside calls. Such requests have the limit of look-ups, and reading makes no audit entry. */
export const admitCaller = async (
  calls: Pick<Calls, 'identify' | 'count'>,
  exchange: Exchange,
): Promise<CallContext> => {
  const context = new CallContext('rest', exchange, exchange.params.tenant ?? '', bearerToken(exchange.request.headers))
  await calls.identify(context)
  await calls.count(context, 'lookup')
  return context
}

/** The envelope for a caller of such a route. */
export const answerCaller = ({ limits }: CallContext, data: unknown, status = 200, headers = {}): Reply =>
  json({ success: true, status, cache: 'BYPASS', data }, status, { ...limits, ...headers })
