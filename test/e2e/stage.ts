import { startTestGateway } from '../gateway.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { startServerProcess } from '../server-process.ts'

interface Scene {
  readonly env?: Readonly<Record<string, string>>
  /** The origin of HubSpot's calls; by default that of a working account. */
  readonly hubspotOrigin?: string
  readonly adminKey?: string
}

/** The two providers, and the environment of a gateway whose calls go to them. */
const startProviders = async ({ env = {}, hubspotOrigin }: Scene) => {
  const hubspot = startHubspot()
  const stripe = await startScripted(answer(200, { object: 'balance', available: [], pending: [] }))
  const origins = { hubspot: hubspotOrigin ?? hubspot.origin, stripe: stripe.origin }
  return { hubspot, stripe, env: { PROVIDER_ORIGINS: JSON.stringify(origins), ...env } }
}

type Providers = Awaited<ReturnType<typeof startProviders>>
type Seeded = Pick<Awaited<ReturnType<typeof startTestGateway>>, 'seed' | 'stop'>

const withProviders = <T extends Seeded>(gateway: T, { hubspot, stripe }: Providers) => ({
  ...gateway,
  hubspot,
  stripe,
  /** A tenant with one account, `main`, and a good credential at both. */
  ready: (tenant: string): Promise<void> =>
    gateway.seed(tenant, { hubspot: 'hubspot-access-token', stripe: 'sk_test_patchbay' }),
  async stop(): Promise<void> {
    await Promise.all([gateway.stop(), hubspot.stop(), stripe.stop()])
  },
})

/** A gateway in the test's process, with a HubSpot account and a scripted Stripe on loopback behind it. */
export const startStage = async (scene: Scene = {}) => {
  const providers = await startProviders(scene)
  return withProviders(await startTestGateway({ env: providers.env, adminKey: scene.adminKey }), providers)
}

/** The same with the gateway as its own process, for tests that read what it prints or end it: a start takes half a second. */
export const startStageProcess = async (scene: Scene = {}) => {
  const providers = await startProviders(scene)
  return withProviders(await startServerProcess({ env: providers.env, adminKey: scene.adminKey }), providers)
}

/** The members that both kinds of stage have. */
export type Stage = Omit<Awaited<ReturnType<typeof startStage>>, 'routes'>
export type StageProcess = Awaited<ReturnType<typeof startStageProcess>>

/** The search of the README's first example. */
export const searchFor = (email: string) => ({
  action: 'search',
  object_type: 'contacts',
  filters: [{ propertyName: 'email', operator: 'EQ', value: email }],
})
