import type { ExchangeWitness, SeenExchange } from '../tries.ts'

/** Remembers what a call was asked for and its newest exchange with the vendor, in case it fails and its tenant keeps failed calls. */
export class CallWitness implements ExchangeWitness {
  /** The parameters as the caller sent them, with the action and the account; `undefined`: the call ended before they were read. */
  parameters: unknown = undefined
  exchange: SeenExchange | undefined = undefined
  /** The credentials of all exchanges: a call may be sent again under a new one. */
  readonly secrets = new Set<string>()

  saw(exchange: SeenExchange): void {
    this.exchange = exchange
    for (const secret of exchange.secrets) this.secrets.add(secret)
  }
}
