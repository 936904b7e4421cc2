import { createClient } from '../client.ts'
import { freePort } from '../free-port.ts'
import { startTestGateway } from '../gateway.ts'
import type { Facts, Gateway } from './fill-gateway.ts'

/** A gateway of this version on a store that another version has filled; calls to vendors go to `vendor`. */
export const startOn = async (
  env: Readonly<Record<string, string>>,
  { url, adminKey }: Facts,
  vendor: string,
): Promise<Gateway & { stop(): Promise<void> }> => {
  const port = freePort()
  const origins = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor, stripe: vendor }) }
  // Access tokens are for the address that the gateway had.
  const { stop } = await startTestGateway({ env: { ...origins, PORT: `${port}`, BASE_URL: url, ...env }, adminKey })
  return { ...createClient(`http://localhost:${port}`, adminKey), adminKey, stop }
}
