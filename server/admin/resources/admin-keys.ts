import { randomBytes } from 'node:crypto'
import { GatewayError, invalid } from '@patchbay/core/errors'
import { type AdminKeyRecord, hashToken, keyRoles, type LinkerScope, linkerRights } from '@patchbay/core/store'
import { hasCome } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { secretMember } from '../route/changes/list-changes.ts'
import { deriveKeyId } from '../route/session/check-key.ts'
import { closed, hashId, instant, orNull, unixSeconds } from '../route/values/schemas.ts'
import { checkSeconds } from './credentials/body.ts'

/** Far more than people can tell apart. */
const mostKeys = 1000

const role = Type.Enum([...keyRoles], {
  description:
    '`viewer` reads, `approver` reads and decides about calls that wait, `operator` changes all but admin keys, `owner` may do everything; `linker` is for a backend: it creates connect links and tokens for its `tenants`, and does nothing else',
})

const tenantsOfKey = Type.Array(
  Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,63}\\*?$',
    errorMessage: 'must be the id of a tenant, or the beginning of ids with * behind it, like cust-*',
  }),
  {
    minItems: 1,
    maxItems: 200,
    description:
      'Of the role `linker`: the tenants that the key is for; `cust-*` stands for every id that begins with `cust-`',
    examples: [['cust-*']],
  },
)

const rightsOfKey = Type.Array(Type.Enum([...linkerRights]), {
  maxItems: linkerRights.length,
  description: 'Of the role `linker`: rights that its tokens may have beyond `read` and `write`; left out: none',
})

const newKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'Who or what uses the key' }),
    role,
    tenants: Type.Optional(tenantsOfKey),
    rights: Type.Optional(rightsOfKey),
    expires_at: Type.Optional(unixSeconds('Unix time in seconds; left out: the key does not expire')),
  },
  {
    ...closed,
    title: 'AdminKeyInput',
    examples: [
      { name: 'Dashboard', role: 'viewer' },
      { name: 'Our backend', role: 'linker', tenants: ['cust-*'] },
    ],
  },
)

const keyMembers = {
  key_id: hashId(),
  name: Type.String(),
  role,
  tenants: orNull(
    Type.Array(Type.String()),
    'The tenants that a key of the role `linker` is for; `null`: another role',
  ),
  rights: orNull(
    Type.Array(Type.Enum([...linkerRights])),
    'What the tokens of such a key may have beyond `read` and `write`',
  ),
  created_at: instant(),
  expires_at: orNull(unixSeconds('Unix time in seconds')),
}

const keyJson = Type.Object(keyMembers, { title: 'AdminKey' })

const createdJson = Type.Object(
  { ...keyMembers, key: Type.String({ description: 'The key: shown in this answer only' }) },
  { title: 'CreatedAdminKey' },
)

const toJson = ({
  key_id,
  name,
  role,
  linker,
  created_at,
  expires_at,
}: AdminKeyRecord): Type.Static<typeof keyJson> => ({
  key_id,
  name,
  role,
  tenants: linker && [...linker.tenants],
  rights: linker && [...linker.rights],
  created_at,
  expires_at,
})

/** The scope of a `linker` key; `null` for other roles. Throws VALIDATION_ERROR if role and members don't fit. */
const readLinker = ({ role, tenants, rights }: Type.Static<typeof newKey>): LinkerScope | null => {
  if (role === 'linker') {
    if (tenants) return { tenants, rights: [...new Set(rights)] }
    throw invalid(
      '/tenants',
      'is required for the role linker: the ids of tenants, or the beginning of ids, like cust-*',
    )
  }
  const extra = tenants ? 'tenants' : rights && 'rights'
  if (extra) throw invalid(`/${extra}`, `is only for the role linker: a key of the role ${role} is for all tenants`)
  return null
}

export const keyRoutes: AdminGroup = {
  name: 'Admin keys',
  description:
    'Keys for this API with a name and a role, besides those of `ADMIN_API_KEY`, which have the role `owner`.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/keys',
      action: 'create_admin_key',
      summary: 'Create an admin key',
      asksAgain: true,
      role: 'owner',
      auditTarget: () => ({ tenant: null, key: 'keys' }),
      body: newKey,
      answers: { 201: jsonAnswer('The key', createdJson) },
      errors: ['CONFLICT'],
      async handle({ body }, { store, now }) {
        const { name, role, expires_at = null } = body
        const linker = readLinker(body)
        if (expires_at !== null) {
          checkSeconds(expires_at)
          if (hasCome(expires_at, now())) throw invalid('/expires_at', 'must be in the future')
        }
        const key = `pb_admin_${randomBytes(32).toString('base64url')}`
        const hash = hashToken(key)
        const record = await store.adminKeys.create(
          { hash, name, role, linker, expires_at },
          { now: now(), most: mostKeys },
        )
        if (!record)
          throw new GatewayError(
            'CONFLICT',
            `There are already ${mostKeys} admin keys, which is the maximum; end one that is not used`,
          )
        return {
          ...json({ ...toJson(record), key }, 201),
          auditKey: `keys/${record.key_id}`,
          change: { to: { ...toJson(record), key: secretMember(record.hash) } },
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/keys',
      action: 'list_admin_keys',
      summary: 'List the admin keys',
      auditTarget: () => ({ tenant: null, key: 'keys' }),
      answers: { 200: jsonAnswer('The keys, oldest first', Type.Object({ keys: Type.Array(keyJson) })) },
      handle: async (_input, { store }) => json({ keys: (await store.adminKeys.list()).map(toJson) }),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/keys/:key_id',
      action: 'end_admin_key',
      summary: 'End an admin key',
      role: 'owner',
      auditTarget: ({ key_id }) => ({ tenant: null, key: `keys/${key_id}` }),
      answers: { 204: { description: 'The key has ended' } },
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ params: { key_id } }, { store, adminKeyHashes }) {
        const before = (await store.adminKeys.list()).find((record) => record.key_id === key_id)
        if (await store.adminKeys.remove(key_id))
          return { status: 204, body: null, change: { from: before && toJson(before) } }
        if (adminKeyHashes.some((hash) => deriveKeyId(hash) === key_id)) {
          throw new GatewayError(
            'CONFLICT',
            `The key ${key_id} is the server's own; to end it, start the gateway with an ADMIN_API_KEY that lacks its hash`,
          )
        }
        throw new GatewayError('NOT_FOUND', `There is no admin key ${key_id}`)
      },
    }),
  ],
}
