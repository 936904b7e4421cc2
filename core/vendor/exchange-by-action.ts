import type { Fetcher } from '../fetch/index.ts'
import type { RequestPlan } from '../upstream/index.ts'
import { httpExchange } from './http-exchange.ts'
import type { VendorExchange } from './vendor-exchange.ts'

/**
 * A fetcher that carries a plan's request out in another protocol, through the given one: so tries, the last look before a write is handed
 * over, late answers, redaction and files are those of every exchange.
 */
export type Speak = (plan: RequestPlan, fetcher: Fetcher) => Fetcher

/** The exchange that speaks each action's protocol: `speakMcp` that of MCP servers, whose actions are tools. */
export const exchangeByAction = (speakMcp: Speak): VendorExchange => ({
  ...httpExchange,
  send: (plan, sending) =>
    plan.call.action.tool
      ? httpExchange.send(plan, { ...sending, fetcher: speakMcp(plan, sending.fetcher) })
      : httpExchange.send(plan, sending),
})
