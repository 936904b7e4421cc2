import { buildOrigin } from '@patchbay/core/provider'
import { createOwnHost, type ProviderFacts } from '@patchbay/core/schema'

/** The parts of an account that say at which host its things are. */
interface CalledAccount {
  readonly id: string
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Tells the hosts in whose URLs the ids of a call may stand: the provider's, but of those that each customer has one of, as `acme.zendesk.com`, only
 * the accounts' own, where their settings say it. Ticket 35 of another customer is another ticket.
 */
export const createCalledHost = (
  provider: Pick<ProviderFacts, 'id' | 'origin'>,
  accounts: readonly CalledAccount[],
  accountId: unknown,
): ((host: string) => boolean) => {
  const isProviders = createOwnHost(provider)
  const { origin } = provider
  if (typeof origin === 'string' || origin.suffix === '') return isProviders
  const customers = [origin, origin.instead].find((one) => one && one.settings.length > 0)
  if (!customers) return isProviders
  const named = accounts.filter(({ id }) => id === accountId)
  const called = named.length > 0 ? named : accounts
  return (host) => {
    if (!isProviders(host)) return false
    const lower = host.toLowerCase()
    const isOwn = ({ settings = {} }: CalledAccount): boolean =>
      !customers.settings.every((name) => Object.hasOwn(settings, name)) ||
      new URL(buildOrigin(origin, settings)).hostname === lower
    return !lower.endsWith(customers.suffix) || called.some(isOwn)
  }
}
