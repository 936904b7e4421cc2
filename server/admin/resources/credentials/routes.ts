import { accessTokenBinding } from '@patchbay/core/refresh'
import { accountPath, type RecordKey, type Store } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { emitRecovered } from '../../../webhooks/index.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { cursorAfter, cursorParameters, idInCursor, pageSchema, toCursorPage } from '../../route/values/cursor.ts'
import type { AdminPathParams } from '../../route/values/path-params.ts'
import { closed } from '../../route/values/schemas.ts'
import { tenantNotFound } from '../tenants/not-found.ts'
import { credentialText, tokenBody } from './body.ts'
import { configMissing, missingToken } from './errors.ts'
import { credentialFacts, credentialJson, credentialToJson, tokenStates } from './json.ts'
import { storedAccounts } from './list.ts'
import { testCredential, testJson } from './test-now.ts'

const path = '/admin/tokens/:tenant/:provider/:account'
type Params = AdminPathParams<typeof path>

const auditTarget = (params: Params) => ({
  tenant: params.tenant,
  key: `tokens/${accountPath(params)}`,
})

const listQuery = Type.Object(
  {
    state: Type.Optional(Type.Enum([...tokenStates], { description: 'Only those in this state' })),
    ...cursorParameters(cursorAfter('acme/hubspot/main')),
  },
  closed,
)

const accountPattern = /^[a-z0-9][a-z0-9_-]*\/[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9_-]*$/

/** A credential in a list; `id` is its account's path, which the cursor names. */
interface Listed {
  readonly id: string
  readonly json: ReturnType<typeof credentialToJson>
}

async function* credentialsAfter(store: Store, after: RecordKey | null, now: Date): AsyncGenerator<Listed> {
  for await (const { ref, credential, seed } of storedAccounts(store, after)) {
    yield { id: accountPath(ref), json: credentialToJson(ref, credential, seed, now) }
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
      description:
        'Stores it without trying it at the provider; `POST /admin/tokens/{tenant}/{provider}/{account}/test` does that.',
      asksAgain: true,
      auditTarget,
      body: tokenBody,
      answers: { 200: jsonAnswer('The state of the credential', credentialJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING'],
      async handle({ params: ref, body }, { store, vault, domains, webhooks, now }) {
        const text = credentialText(body, domains.get(ref.provider)?.provider.auth)
        const { expires_at = null, token_type = 'Bearer' } = body
        const at = now()
        const sealed = await vault.seal(text, accessTokenBinding(ref))
        const stored = await store.credentials.put(ref, { sealed, token_type, expires_at }, at)
        if (stored === 'TENANT_NOT_FOUND') throw tenantNotFound(ref.tenant)
        if (stored === 'CONFIG_MISSING') throw configMissing(ref)
        emitRecovered(webhooks, ref, stored.before)
        return {
          ...json(credentialToJson(ref, stored.after.credential, stored.after.seed, at)),
          change: {
            from: credentialFacts(stored.before),
            to: credentialFacts(stored.after),
          },
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/tokens',
      action: 'list_all_tokens',
      summary: 'List the credentials of all tenants',
      description: 'Sorted by tenant, provider and account. Use `state` to find the ones that need attention.',
      auditTarget: () => ({ tenant: null, key: 'tokens' }),
      query: listQuery,
      answers: {
        200: jsonAnswer('A page of credentials, with their states', pageSchema('credentials', credentialJson)),
      },
      async handle({ query: { cursor, limit, state } }, { store, now }) {
        const after = cursor === undefined ? null : idInCursor(cursor, accountPattern).split('/')
        const credentials: Listed[] = []
        for await (const listed of credentialsAfter(store, after, now())) {
          if (state === undefined || listed.json.state === state) credentials.push(listed)
          if (credentials.length > limit) break
        }
        const { items, nextCursor } = toCursorPage(credentials, limit)
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
        200: jsonAnswer('The credentials, with their states', Type.Object({ credentials: Type.Array(credentialJson) })),
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
        "Calls the provider's probe now, which is a read that its plugin names. An expired credential is refreshed first, where that is possible.",
      auditTarget,
      answers: { 200: jsonAnswer('The result of the test', testJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING', 'CONFLICT'],
      handle: async ({ params: ref }, parts) => json(await testCredential(ref, parts)),
    }),
    adminRoute({
      method: 'GET',
      path,
      action: 'get_token',
      summary: "Read the state of an account's credential",
      auditTarget,
      answers: { 200: jsonAnswer('The state of the credential', credentialJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING'],
      async handle({ params: ref }, { store, now }) {
        const [credential, seed] = await Promise.all([store.credentials.get(ref), store.seeds.get(ref)])
        if (!credential && !seed) throw await missingToken(store, ref)
        return json(credentialToJson(ref, credential, seed, now()))
      },
    }),
    adminRoute({
      method: 'DELETE',
      path,
      action: 'delete_token',
      summary: "Delete an account's credential",
      description:
        'Its seed (see `POST /admin/seed-oauth`) is deleted too, and its access is revoked at the vendor, where the vendor supports that.',
      auditTarget,
      answers: { 204: { description: 'The credential is deleted' } },
      errors: ['TENANT_NOT_FOUND', 'CONFIG_MISSING', 'TOKEN_MISSING'],
      async handle({ params: ref }, { store, revoker, now }) {
        const [credential, seed] = await Promise.all([store.credentials.get(ref), store.seeds.get(ref)])
        if (!(await store.credentials.remove(ref, revoker.leaving(now())))) throw await missingToken(store, ref)
        revoker.wake()
        return { status: 204, body: null, change: { from: credentialFacts({ credential, seed }) } }
      },
    }),
  ],
}
