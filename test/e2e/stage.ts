import { startHubspot } from '../providers/hubspot.ts'
import { startStripe } from '../providers/stripe.ts'
import { startServerProcess } from '../server-process.ts'

/** The server as its own process, with a HubSpot and a Stripe account on loopback behind it. */
export const startStage = async ({
  env = {},
  hubspot = startHubspot(),
}: {
  env?: Readonly<Record<string, string>>
  hubspot?: ReturnType<typeof startHubspot>
} = {}) => {
  const stripe = startStripe()
  const origins = { hubspot: hubspot.origin, stripe: stripe.origin }
  const server = await startServerProcess({ env: { PROVIDER_ORIGINS: JSON.stringify(origins), ...env } })
  return {
    ...server,
    hubspot,
    stripe,
    /** A tenant with one account and a good credential at both. */
    ready: (tenant: string): Promise<void> =>
      server.seed(tenant, { hubspot: 'hubspot-access-token', stripe: 'sk_test_patchbay' }),
    async stop(): Promise<void> {
      await Promise.all([server.stop(), hubspot.stop(), stripe.stop()])
    },
  }
}

export type Stage = Awaited<ReturnType<typeof startStage>>
