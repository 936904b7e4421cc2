import { startProgram } from './start-program.ts'

/** The provider of the bench, with the addresses that its actions end at. */
export const startUpstream = async () => {
  const { origin, stop } = await startProgram('upstream.ts')
  return {
    origin,
    search: `${origin}/crm/v3/objects/contacts/search`,
    create: `${origin}/crm/v3/objects/contacts`,
    /** The environment of a gateway whose HubSpot this is. */
    environment: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: origin }) },
    stop,
  }
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>
