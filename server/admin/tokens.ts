import { accessTokenBinding } from '@patchbay/core/refresh'
import { accountPath, type RecordKey, type Store } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import { emitRecovered } from '../webhooks/index.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import { storedAccounts } from './credential-list.ts'
import { testCredential, testJson } from './credential-test.ts'
import { idInCursor, pageOf, pageParameters, pageSchema } from './cursor.ts'
import type { PathParams } from './path-params.ts'
import { closed } from './schemas.ts'
import { tenantNotFound } from './tenants.ts'
import { credentialText, tokenBody } from './token-body.ts'
import { configMissing, missingToken } from './token-errors.ts'
import { tokenJson, tokenStates, tokenToJson } from './token-to-json.ts'

const path = '/admin/tokens/:tenant/:provider/:account'
type Params = PathParams<typeof path>

const auditTarget = (params: Params) => ({
  tenant: params.tenant,
  key: `tokens/${accountPath(params)}`,
})

const listQuery = Type.Object(
  { state: Type.Optional(Type.Enum([...tokenStates], { description: 'Only those in this state' })), ...pageParameters },
  closed,
)

const accountPattern = /^[a-z0-9][a-z0-9_-]*\/[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9_-]*$/

/** A credential in a list; `id` is its account's path, which the cursor names. */
interface Listed {
  readonly id: string
  readonly json: ReturnType<typeof tokenToJson>
}

async function* credentialsAfter(store: Store, after: RecordKey | null, now: Date): AsyncGenerator<Listed> {
  for await (const { ref, credential, seed } of storedAccounts(store, after)) {
    yield { id: accountPath(ref), json: tokenToJson(ref, credential, seed, now) }
  }
}

export const tokenRoutes: AdminGroup = {
  name: 'Credentials',
  description:
    "What providers take, one credential for each of a tenant's accounts. Stored sealed; no answer holds one.",
  routes: [
    adminRoute({
      method: 'PUT',
      path,
      action: 'put_token',
      summary: "Store an account's credential",
      asksAgain: true,
      auditTarget,
      body: tokenBody,
      answers: { 200: answer('The state of the credential', tokenJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING'],
      async handle({ params: ref, body }, { store, vault, domains, webhooks, now }) {
        const text = credentialText(body, domains.get(ref.provider)?.provider.auth)
        const { expires_at = null, token_type = 'Bearer' } = body
        const at = now()
        const sealed = await vault.seal(text, accessTokenBinding(ref))
        const before = { seed: await store.seeds.get(ref), credential: await store.credentials.get(ref) }
        const outcome = await store.credentials.put(ref, { sealed, token_type, expires_at }, at)
        if (outcome !== 'stored') throw outcome === 'TENANT_NOT_FOUND' ? tenantNotFound(ref.tenant) : configMissing(ref)
        emitRecovered(webhooks, ref, before)
        const record = {
          ...{ ...ref, sealed, token_type, expires_at, version: '' },
          ...{ updated_at: at.toISOString(), rejected_at: null },
        }
        return json(tokenToJson(ref, record, await store.seeds.get(ref), at))
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/tokens',
      action: 'list_all_tokens',
      summary: 'List the credentials of all tenants',
      description: 'By tenant, provider and account. With `state` those that need attention are found.',
      auditTarget: () => ({ tenant: null, key: 'tokens' }),
      query: listQuery,
      answers: { 200: answer('A page of credentials, with their states', pageSchema('credentials', tokenJson)) },
      async handle({ query: { cursor, limit, state } }, { store, now }) {
        const after = cursor === undefined ? null : idInCursor(cursor, accountPattern).split('/')
        const found: Listed[] = []
        for await (const listed of credentialsAfter(store, after, now())) {
          if (state === undefined || listed.json.state === state) found.push(listed)
          if (found.length > limit) break
        }
        const { items, nextCursor } = pageOf(found, limit)
        return json({ credentials: items.map((listed) => listed.json), next_cursor: nextCursor })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/tokens/:tenant',
      action: 'list_tokens',
      summary: "List a tenant's credentials",
      auditTarget: ({ tenant }) => ({ tenant, key: `tokens/${tenant}` }),
      answers: {
        200: answer('The credentials, with their states', Type.Object({ credentials: Type.Array(tokenJson) })),
      },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params: { tenant } }, { store, now }) {
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        const credentials: Listed['json'][] = []
        for await (const listed of credentialsAfter(store, [tenant, '', ''], now())) {
          if (listed.json.tenant_id !== tenant) break
          credentials.push(listed.json)
        }
        return json({ credentials })
      },
    }),
    adminRoute({
      method: 'POST',
      path: `${path}/test`,
      action: 'test_token',
      summary: "Test an account's credential",
      description:
        "Makes the provider's probe now, a read that its plugin names. A credential that has expired is refreshed first, where that is possible.",
      auditTarget,
      answers: { 200: answer('What the provider said', testJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING', 'CONFLICT'],
      handle: async ({ params: ref }, parts) => json(await testCredential(ref, parts)),
    }),
    adminRoute({
      method: 'GET',
      path,
      action: 'get_token',
      summary: "Read the state of an account's credential",
      auditTarget,
      answers: { 200: answer('The state of the credential', tokenJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING'],
      async handle({ params: ref }, { store, now }) {
        const [credential, seed] = await Promise.all([store.credentials.get(ref), store.seeds.get(ref)])
        if (!credential && !seed) throw await missingToken(store, ref)
        return json(tokenToJson(ref, credential, seed, now()))
      },
    }),
    adminRoute({
      method: 'DELETE',
      path,
      action: 'delete_token',
      summary: "Delete an account's credential",
      description:
        'What refreshes it (see `POST /admin/seed-oauth`) goes with it, and the access ends at the vendor where it has a way for that.',
      auditTarget,
      answers: { 204: { description: 'The credential is deleted' } },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING'],
      async handle({ params: ref }, { store, revoker, now }) {
        if (!(await store.credentials.remove(ref, revoker.leaving(now())))) throw await missingToken(store, ref)
        revoker.wake()
        return { status: 204, body: null }
      },
    }),
  ],
}
