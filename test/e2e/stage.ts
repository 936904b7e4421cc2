import { startHubspot } from '../providers/hubspot.ts'
import { startStripe } from '../providers/stripe.ts'
import { startServerProcess } from '../server-process.ts'

interface Scene {
  readonly env?: Readonly<Record<string, string>>
  /** Where HubSpot's calls go; a working account if left out. */
  readonly hubspotOrigin?: string
  readonly adminKey?: string
}

/** The server as its own process, with a HubSpot and a Stripe account on loopback behind it. */
export const startStage = async ({ env = {}, hubspotOrigin, adminKey }: Scene = {}) => {
  const hubspot = startHubspot()
  const stripe = startStripe()
  const origins = { hubspot: hubspotOrigin ?? hubspot.origin, stripe: stripe.origin }
  const server = await startServerProcess({ env: { PROVIDER_ORIGINS: JSON.stringify(origins), ...env }, adminKey })
  return {
    ...server,
    hubspot,
    stripe,
    /** A tenant with one account, `main`, and a good credential at both. */
    ready: (tenant: string): Promise<void> =>
      server.seed(tenant, { hubspot: 'hubspot-access-token', stripe: 'sk_test_patchbay' }),
    async stop(): Promise<void> {
      await Promise.all([server.stop(), hubspot.stop(), stripe.stop()])
    },
  }
}

export type Stage = Awaited<ReturnType<typeof startStage>>

/** The search of the README's first example. */
export const searchFor = (email: string) => ({
  action: 'search',
  object_type: 'contacts',
  filters: [{ propertyName: 'email', operator: 'EQ', value: email }],
})
