import { randomBytes } from 'node:crypto'
import { adminRoles, hashToken, type Store } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import { type AdminGroup, adminRoute, answer } from './admin-route.ts'
import type { AdminCaller } from './caller.ts'
import { keyMissing } from './check-key.ts'
import { checkRole } from './mount.ts'
import { closed, hashId, orNull, unixSeconds } from './schemas.ts'
import { confirmedUntil, newSession, sessionCookie, sessionTokenHeader, sessionTokenOf } from './session-check.ts'

const sessionJson = Type.Object(
  {
    key_id: hashId('What the audit log names as `token_id`'),
    name: Type.String({ description: 'Of the admin key, or of the person at the identity provider' }),
    role: Type.Enum([...adminRoles]),
    signed_in_by: Type.Enum(['key', 'oidc'], { description: 'By an admin key, or by an OpenID Connect provider' }),
    token: orNull(Type.String(), `Scripts send it as ${sessionTokenHeader}; \`null\`: this is no session`),
    confirmed_until: orNull(
      unixSeconds('From then on some requests need the key, or a sign-in at the provider, again'),
    ),
    expires_at: orNull(unixSeconds('When the session ends at the latest')),
  },
  { title: 'Session' },
)

const toJson = ({ keyId, name, role, keyHash, session }: AdminCaller): Type.Static<typeof sessionJson> => ({
  key_id: keyId,
  name,
  role,
  signed_in_by: keyHash === null ? 'oidc' : 'key',
  token: session ? sessionTokenOf(session.secret) : null,
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
    'How people sign in to the console. A session is a cookie in place of the header `x-admin-key`; it ends after 15 minutes without use, after 8 hours, and with its key. The console begins those of people whom an OpenID Connect provider signs in.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/session',
      action: 'sign_in',
      summary: 'Begin a session of the console',
      description: 'The header `x-admin-key` shows who it is. A session that the cookie names ends.',
      role: 'viewer',
      auditTarget,
      answers: { 201: answer('The session; its cookie is set', sessionJson) },
      async handle({ caller, headers }, { store, consoleUrl, now }) {
        // Else whoever finds a browser open could sign in anew for ever, and would never be asked for the key.
        if (caller.session) throw keyMissing()
        const secret = randomBytes(32).toString('base64url')
        const { keyId, name, role, keyHash } = caller
        const session = newSession(secret, { person_id: keyId, name, role, key_hash: keyHash }, now())
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
      answers: { 200: answer('Who the caller is', sessionJson) },
      handle: async ({ caller }) => json(toJson(caller)),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/session',
      action: 'sign_out',
      summary: 'End the session of the console',
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
        'All of the same admin key, or of the same person at the OpenID Connect provider, in every browser. Those of others need the role `owner`.',
      role: 'viewer',
      asksAgain: false,
      auditTarget: () => ({ tenant: null, key: 'sessions' }),
      query: Type.Object(
        {
          key_id: Type.Optional(
            hashId('Whose sessions end: what the audit log names as `token_id`; left out: those of the caller'),
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
