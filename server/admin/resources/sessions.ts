import { randomBytes } from 'node:crypto'
import { GatewayError } from '@patchbay/core/errors'
import { type AdminRole, adminRoles, hashToken, type KeyRole, type Store } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { checkRole } from '../route/mount.ts'
import type { AdminCaller } from '../route/session/caller.ts'
import { keyMissing } from '../route/session/check-key.ts'
import {
  confirmedUntil,
  deriveSessionToken,
  newSession,
  sessionCookie,
  sessionTokenHeader,
} from '../route/session/session-check.ts'
import { closed, hashId, orNull, unixSeconds } from '../route/values/schemas.ts'

const sessionJson = Type.Object(
  {
    key_id: hashId('The `token_id` of its entries in the audit log'),
    name: Type.String({ description: 'The name of the admin key, or of the person at the identity provider' }),
    role: Type.Enum([...adminRoles]),
    signed_in_by: Type.Enum(['key', 'oidc'], { description: 'With an admin key, or at an OpenID Connect provider' }),
    token: orNull(Type.String(), `Scripts send it as ${sessionTokenHeader}; \`null\`: this is not a session`),
    confirmed_until: orNull(
      unixSeconds('After this time, some requests need the key or a sign-in at the provider again'),
    ),
    expires_at: orNull(unixSeconds('When the session ends at the latest')),
  },
  { title: 'Session' },
)

/** Keys of the role `linker` begin no session: their programs have no use for the console. */
const adminRole = (role: KeyRole): AdminRole => {
  if (role !== 'linker') return role
  throw new GatewayError('FORBIDDEN', 'An admin key of the role linker is for a backend, not for people')
}

const toJson = ({ keyId, name, role, keyHash, session }: AdminCaller): Type.Static<typeof sessionJson> => ({
  key_id: keyId,
  name,
  role: adminRole(role),
  signed_in_by: keyHash === null ? 'oidc' : 'key',
  token: session ? deriveSessionToken(session.secret) : null,
  confirmed_until: session ? confirmedUntil(session) : null,
  expires_at: session?.expires_at ?? null,
})

/** `secret`: the value of the cookie, if there is one. */
const endSession = async (sessions: Store['sessions'], secret: string | undefined): Promise<void> => {
  if (secret !== undefined) await sessions.end(hashToken(secret))
}

const auditTarget = () => ({ tenant: null, key: 'session' })

export const sessionRoutes: AdminGroup = {
  name: 'Sessions',
  description:
    'How people sign in to the console. A session is a cookie in place of the header `x-admin-key`; it ends after 15 minutes without use, after 8 hours, or when its key ends. For people who sign in at an OpenID Connect provider, the console begins it.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/session',
      action: 'sign_in',
      summary: 'Begin a console session',
      description:
        'The header `x-admin-key` shows who the caller is. If the cookie holds a session, that session ends.',
      role: 'viewer',
      auditTarget,
      answers: { 201: jsonAnswer('The session; its cookie is set', sessionJson) },
      async handle({ caller, headers }, { store, consoleUrl, now }) {
        // Otherwise, a person who finds an open browser could renew the session for ever without the key.
        if (caller.session) throw keyMissing()
        const secret = randomBytes(32).toString('base64url')
        const { keyId, name, role, keyHash } = caller
        const session = newSession(secret, { person_id: keyId, name, role: adminRole(role), key_hash: keyHash }, now())
        await store.sessions.create(session)
        const url = consoleUrl(headers)
        await endSession(store.sessions, sessionCookie.read(url, headers))
        const cookie = { 'set-cookie': sessionCookie.header(url, secret) }
        return {
          ...json(toJson({ ...caller, session: { ...session, secret } }), 201, cookie),
          auditKey: `session/${name}`,
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/session',
      action: 'get_session',
      summary: 'Read who is signed in',
      auditTarget,
      answers: { 200: jsonAnswer('Who the caller is', sessionJson) },
      handle: async ({ caller }) => json(toJson(caller)),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/session',
      action: 'sign_out',
      summary: 'End the console session',
      role: 'viewer',
      asksAgain: false,
      auditTarget,
      answers: { 204: { description: 'The session has ended' } },
      async handle({ caller }, { store }) {
        await endSession(store.sessions, caller.session?.secret)
        return { status: 204, body: null }
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/sessions',
      action: 'sign_out_everywhere',
      summary: 'End all sessions of the caller, or of another person',
      description:
        'Ends all sessions of the same admin key, or of the same person at the OpenID Connect provider, in every browser. Ending the sessions of others needs the role `owner`.',
      role: 'viewer',
      asksAgain: false,
      auditTarget: () => ({ tenant: null, key: 'sessions' }),
      query: Type.Object(
        {
          key_id: Type.Optional(
            hashId(
              'Whose sessions end: the `token_id` of their entries in the audit log; left out: those of the caller',
            ),
          ),
        },
        closed,
      ),
      answers: { 204: { description: 'The sessions have ended' } },
      async handle({ caller, query: { key_id } }, { store }) {
        if (key_id !== undefined && key_id !== caller.keyId) checkRole(caller, 'owner', 'ending sessions of others')
        await store.sessions.endAll(key_id ?? caller.keyId)
        return { status: 204, body: null, ...(key_id !== undefined && { auditKey: `sessions/${key_id}` }) }
      },
    }),
  ],
}
