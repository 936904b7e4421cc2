import { asGatewayError } from '@patchbay/core/errors'
import type { AccountRef, CredentialRecord } from '@patchbay/core/store'
import { hasCome } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { emitRecovered } from '../../../webhooks/index.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../../route/admin-route.ts'
import { orNull } from '../../route/values/schemas.ts'
import { configMissing } from '../credentials/errors.ts'
import { credentialFacts, credentialToJson, tokenMembers } from '../credentials/json.ts'
import { tenantNotFound } from '../tenants/not-found.ts'
import { seedBody } from './body.ts'
import { readSeed } from './read-seed.ts'

const seededJson = Type.Object(
  {
    ...tokenMembers,
    refreshed: Type.Boolean({
      description: 'Whether the seed was used at once, because no valid access token was stored',
    }),
    error: orNull(Type.String(), 'Why that use failed; the seed is stored nevertheless'),
  },
  { title: 'SeededCredential' },
)

const isValid = (credential: CredentialRecord | undefined, now: Date): boolean =>
  credential !== undefined && (credential.expires_at === null || !hasCome(credential.expires_at, now))

/** Uses the seed at once when there is no valid token, so that the administrator who sends a wrong seed sees the error. */
const useAtOnce = async (
  ref: AccountRef,
  { store, refresher, now }: HandlerParts,
): Promise<{ refreshed: boolean; error: string | null }> => {
  const credential = await store.credentials.get(ref)
  if (isValid(credential, now())) return { refreshed: false, error: null }
  try {
    const fresh = await refresher.renew(ref, credential?.version ?? null)
    return { refreshed: fresh !== undefined, error: null }
  } catch (thrown) {
    const { code, message } = asGatewayError(thrown)
    if (code !== 'TOKEN_EXPIRED' && code !== 'UPSTREAM_ERROR') throw thrown
    return { refreshed: false, error: message }
  }
}

export const seedRoutes: AdminGroup = {
  name: 'Seeds',
  description: "A seed is what refreshes an account's access token. It is stored sealed, and no answer holds it.",
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/seed-oauth',
      action: 'seed_oauth',
      summary: "Store the seed that refreshes an account's access token",
      asksAgain: true,
      auditTarget: (_params, body) => ({
        tenant: body?.tenant_id ?? null,
        key: body ? `seeds/${body.tenant_id}/${body.provider}/${body.account_id}` : 'seeds',
      }),
      body: seedBody,
      answers: {
        200: jsonAnswer('The seed replaced another one', seededJson),
        201: jsonAnswer('The seed is stored', seededJson),
      },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING'],
      async handle({ body }, parts) {
        const { store, now } = parts
        const { tenant_id, provider, account_id } = body
        const ref = { tenant: tenant_id, provider, account: account_id }
        const seed = await readSeed(body, ref, parts)
        const before = { seed: await store.seeds.get(ref), credential: await store.credentials.get(ref) }
        const outcome = await store.seeds.put(ref, seed, now())
        if (outcome === 'TENANT_NOT_FOUND') throw tenantNotFound(tenant_id)
        if (outcome === 'CONFIG_MISSING') throw configMissing(ref)
        const after = await store.seeds.get(ref)
        const used = await useAtOnce(ref, parts)
        // If the provider rejected the credential, the refresh has told that the account recovered, or it didn't.
        const isTold = Boolean(before.credential?.rejected_at)
        if (used.error === null && !isTold) emitRecovered(parts.webhooks, ref, before)
        const token = credentialToJson(ref, await store.credentials.get(ref), await store.seeds.get(ref), now())
        return {
          ...json({ ...token, ...used }, outcome === 'created' ? 201 : 200),
          change: {
            from: credentialFacts({ ...before, credential: undefined }),
            to: credentialFacts({ seed: after, credential: undefined }),
          },
        }
      },
    }),
  ],
}
