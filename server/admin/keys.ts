import { randomBytes } from 'node:crypto'
import { GatewayError, invalid } from '@patchbay/core/errors'
import { type AdminKeyRecord, adminRoles, hashToken } from '@patchbay/core/store'
import Type from 'typebox'
import { json, type Route } from '../http/exchange.ts'
import type { AdminParts, AdminRouteFactory } from './admin-route.ts'
import { keyIdOf } from './check-key.ts'
import { checkSeconds } from './token-body.ts'

/** Far more than people can tell apart. */
const mostKeys = 1000

const newKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    role: Type.Enum([...adminRoles]),
    expires_at: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)

const toJson = ({ key_id, name, role, created_at, expires_at }: AdminKeyRecord) => ({
  key_id,
  name,
  role,
  created_at,
  expires_at,
})

/** `/admin/keys`: admin keys with a name and a role, besides those of `ADMIN_API_KEY`. A key is shown once, when it is made. */
export const keyRoutes = (
  adminRoute: AdminRouteFactory,
  { store, adminKeyHashes, now = () => new Date() }: AdminParts,
): Route[] => [
  adminRoute({
    method: 'POST',
    path: '/admin/keys',
    action: 'create_admin_key',
    role: 'owner',
    auditTarget: () => ({ tenant: null, key: 'keys' }),
    body: newKey,
    async handle({ body: { name, role, expires_at = null } }) {
      if (expires_at !== null) {
        checkSeconds(expires_at)
        if (expires_at * 1000 <= now().getTime()) throw invalid('/expires_at', 'lies in the past')
      }
      const key = `pb_admin_${randomBytes(32).toString('base64url')}`
      const hash = hashToken(key)
      const record = await store.adminKeys.create({ hash, name, role, expires_at }, { now: now(), most: mostKeys })
      if (!record) throw new GatewayError('CONFLICT', `There are ${mostKeys} admin keys; end one that is not used`)
      return { ...json({ ...toJson(record), key }, 201), auditKey: `keys/${record.key_id}` }
    },
  }),
  adminRoute({
    method: 'GET',
    path: '/admin/keys',
    action: 'list_admin_keys',
    auditTarget: () => ({ tenant: null, key: 'keys' }),
    handle: async () => json({ keys: (await store.adminKeys.list()).map(toJson) }),
  }),
  adminRoute({
    method: 'DELETE',
    path: '/admin/keys/:key_id',
    action: 'end_admin_key',
    role: 'owner',
    auditTarget: ({ key_id }) => ({ tenant: null, key: `keys/${key_id}` }),
    async handle({ params: { key_id } }) {
      if (await store.adminKeys.remove(key_id)) return { status: 204, body: null }
      if (adminKeyHashes.some((hash) => keyIdOf(hash) === key_id)) {
        throw new GatewayError(
          'CONFLICT',
          `The key ${key_id} is the server's own; it ends at the next start with an ADMIN_API_KEY that lacks its hash`,
        )
      }
      throw new GatewayError('NOT_FOUND', `There is no admin key ${key_id}`)
    },
  }),
]
