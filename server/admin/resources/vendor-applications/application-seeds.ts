import { appSecretBinding, clientSecretBinding, findRefreshUrl } from '@patchbay/core/refresh'
import { readAll } from '@patchbay/core/rules'
import {
  applicationPath,
  findVendorClient,
  type SeedRecord,
  type VendorApplicationRecord,
  type VendorClient,
} from '@patchbay/core/store'
import { VaultError } from '@patchbay/core/vault'
import { emitRecovered } from '../../../webhooks/index.ts'
import type { HandlerParts } from '../../route/admin-route.ts'

type Parts = Pick<HandlerParts, 'store' | 'vault' | 'domains' | 'selfHostedHosts'>

/** The seeds of accounts at the application's provider, which may be those of one tenant. */
async function* readSeeds({ store }: Parts, { provider, tenant }: VendorApplicationRecord): AsyncGenerator<SeedRecord> {
  for await (const { records } of readAll(store, 'seeds')) {
    for (const seed of records) if (seed.provider === provider && (tenant === '' || seed.tenant === tenant)) yield seed
  }
}

/** The secret and the address of an application, for one account; `undefined`: the account's settings lead nowhere, or no key opens it. */
const openClient = async (
  { store, vault, domains, selfHostedHosts }: Parts,
  app: VendorApplicationRecord,
  client: VendorClient,
  seed: SeedRecord,
): Promise<{ readonly secret: string; readonly tokenEndpoint: string } | undefined> => {
  const authOf = (provider: string) => domains.get(provider)?.provider.auth
  try {
    const { sealed_client_secret: sealed } = client
    const secret = sealed === null ? '' : await vault.open(sealed, appSecretBinding(app))
    return { secret, tokenEndpoint: await findRefreshUrl({ store, authOf, selfHostedHosts }, seed, client) }
  } catch (error) {
    if (error instanceof VaultError || error instanceof TypeError) return undefined
    throw error
  }
}

const openCopy = async ({ vault }: Parts, seed: SeedRecord): Promise<string | undefined> => {
  try {
    return await vault.open(seed.sealed_client_secret, clientSecretBinding(seed))
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/**
 * Links the seeds of versions before that hold a copy of this application: client, secret and address are the same. Done before the
 * application changes, because afterwards nothing tells them from seeds that were never its own.
 */
export const linkSeeds = async (parts: Parts, app: VendorApplicationRecord): Promise<void> => {
  for await (const seed of readSeeds(parts, app)) {
    if (seed.application !== null || seed.client_id !== app.client_id) continue
    const client = await openClient(parts, app, app, seed)
    if (client?.tokenEndpoint !== seed.token_endpoint || client.secret !== (await openCopy(parts, seed))) continue
    await parts.store.seeds.useApplication(seed, { ...seed, application: applicationPath(app) }, false)
  }
}

/**
 * Gives the accounts of an application that was stored what it is now: the copy by which gateways of a version before refresh, and
 * another try where the former secret or address was refused. Such an account needs nobody until that try.
 */
export const renewSeeds = async (
  parts: Parts & Pick<HandlerParts, 'webhooks'>,
  app: VendorApplicationRecord,
): Promise<void> => {
  const application = applicationPath(app)
  for await (const seed of readSeeds(parts, app)) {
    const vendorClient = seed.application === application ? findVendorClient(app, seed.client_id) : undefined
    const client = vendorClient && (await openClient(parts, app, vendorClient, seed))
    if (!client) continue
    const { secret, tokenEndpoint: token_endpoint } = client
    if (token_endpoint === seed.token_endpoint && secret === (await openCopy(parts, seed))) continue
    const sealed_client_secret = await parts.vault.seal(secret, clientSecretBinding(seed))
    const { client_id } = seed
    const copy = { application, client_id, token_endpoint, sealed_client_secret }
    if (!(await parts.store.seeds.useApplication(seed, copy, true))) continue
    const credential = await parts.store.credentials.get(seed)
    if (!credential?.rejected_at) emitRecovered(parts.webhooks, seed, { seed, credential })
  }
}

/** The number of accounts that use each client which an application has or had. */
export const countUses = async (parts: Parts, app: VendorApplicationRecord): Promise<ReadonlyMap<string, number>> => {
  const uses = new Map<string, number>()
  for await (const { application, client_id } of readSeeds(parts, app)) {
    if (application === applicationPath(app)) uses.set(client_id, (uses.get(client_id) ?? 0) + 1)
  }
  return uses
}
