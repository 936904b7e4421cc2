import { invalid } from '@patchbay/core/errors'
import { appSecretBinding } from '@patchbay/core/refresh'
import {
  findVendorClient,
  type NewVendorApplication,
  type VendorApplicationRecord,
  type VendorApplicationRef,
  type VendorClient,
} from '@patchbay/core/store'
import { personalOAuth } from '../../../connect/index.ts'
import type { AdminReply, HandlerParts } from '../../route/admin-route.ts'
import { checkPreconditions, type Preconditions } from '../../route/preconditions.ts'
import { tenantNotFound } from '../tenants/not-found.ts'
import { countUses, linkSeeds, renewSeeds } from './application-seeds.ts'
import { type AppBody, checkUrls, readDay } from './body.ts'
import { applicationReply, describeApp, noApp, withSecret } from './json.ts'

/**
 * The secret, sealed, and its end. A secret that isn't sent stays: no answer contains it, and so a record from an answer can be sent back
 * as it is.
 */
const readSecret = async (
  ref: VendorApplicationRef,
  { client_id, client_secret: secret, secret_expires_at: end }: AppBody,
  current: VendorApplicationRecord | undefined,
  { vault }: HandlerParts,
): Promise<Pick<NewVendorApplication, 'sealed_client_secret' | 'secret_expires_at'>> => {
  const staysSame = secret === undefined && current?.client_id === client_id
  const currentExpiry = staysSame ? current.secret_expires_at : null
  const newExpiry = end ? readDay(end) : null
  const secret_expires_at = end === undefined ? currentExpiry : newExpiry
  if (secret === undefined)
    return {
      sealed_client_secret: findVendorClient(current, client_id)?.sealed_client_secret ?? null,
      secret_expires_at,
    }
  return {
    sealed_client_secret: secret === null ? null : await vault.seal(secret, appSecretBinding(ref)),
    secret_expires_at,
  }
}

/** The clients before this one whose accounts still exist. */
const listFormer = (
  current: VendorApplicationRecord | undefined,
  uses: ReadonlyMap<string, number>,
  clientId: string,
): readonly VendorClient[] =>
  (current ? [current, ...current.former] : [])
    .filter(({ client_id }) => client_id !== clientId && uses.has(client_id))
    .map(({ client_id, sealed_client_secret, token_url, revoke_url }) => ({
      client_id,
      sealed_client_secret,
      token_url,
      revoke_url,
    }))

interface AppChange {
  readonly body: AppBody
  readonly preconditions: Preconditions
}

/** Stores the application in place of the one that is there now. `undefined`: another was stored meanwhile. */
const replaceCurrent = async (
  ref: VendorApplicationRef,
  { body, preconditions }: AppChange,
  parts: HandlerParts,
): Promise<AdminReply | undefined> => {
  const current = await parts.store.apps.get(ref)
  checkPreconditions(preconditions, current?.version, describeApp(ref))
  const secret = await readSecret(ref, body, current, parts)
  if (current) await linkSeeds(parts, current)
  const former = listFormer(current, current ? await countUses(parts, current) : new Map(), body.client_id)
  const { client_id, scopes = null, authorize_url = null, token_url = null, revoke_url = null } = body
  const app = {
    ...ref,
    client_id,
    ...secret,
    scopes,
    authorize_url,
    token_url,
    revoke_url,
    issuers: body.issuers ?? null,
    former,
  }
  const outcome = await parts.store.apps.put(app, parts.now(), current?.version ?? null)
  if (outcome === 'changed') return undefined
  if (outcome === 'TENANT_NOT_FOUND') throw tenantNotFound(ref.tenant)
  const record = await parts.store.apps.get(ref)
  if (!record) throw noApp(ref)
  await renewSeeds(parts, record)
  return {
    ...applicationReply(record, parts, outcome === 'created' ? 201 : 200),
    change: { from: current && withSecret(current, parts.baseUrl()), to: withSecret(record, parts.baseUrl()) },
  }
}

/** Stores an application. Throws VALIDATION_ERROR, and CONFLICT if a precondition fails. */
export const putApplication = async (
  ref: VendorApplicationRef,
  change: AppChange,
  parts: HandlerParts,
): Promise<AdminReply> => {
  const domain = parts.domains.get(ref.provider)
  if (!domain || !personalOAuth(domain)) {
    throw invalid('/provider', `must be a registered provider that uses OAuth sign-in; ${ref.provider} is not`)
  }
  await checkUrls(parts, change.body)
  for (;;) {
    const reply = await replaceCurrent(ref, change, parts)
    if (reply) return reply
  }
}
