import { randomBytes } from 'node:crypto'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/store'
import { isSameSecret } from '../forms/is-same-secret.ts'
import { redirect } from '../forms/redirect.ts'
import type { Gateway } from '../gateway.ts'
import type { HttpRoute } from '../http/exchange.ts'
import { askRoute } from './ask-gateway.ts'

const path = '/console/demo/:secret'

/**
 * A link that signs a browser in to the console, once. Only the demo has such a thing: its admin key is printed beside it. `gateway`
 * gives the gateway, once it has started.
 */
export const createSignInLink = (gateway: () => Gateway) => {
  const secret = randomBytes(24).toString('base64url')
  let hash: string | undefined = hashToken(secret)
  const route: HttpRoute = {
    method: 'GET',
    path,
    async handle({ params, ip }) {
      if (hash === undefined || !isSameSecret(params.secret ?? '', hash)) {
        throw new GatewayError('NOT_FOUND', 'This link signs in once; open /console and sign in with the admin key')
      }
      hash = undefined
      const headers = { 'x-admin-key': gateway().adminKey?.newKey ?? '' }
      const { headers: answered } = await askRoute(gateway(), 'POST', '/admin/session', { headers, ip })
      const cookie = new Headers(answered).get('set-cookie') ?? undefined
      // The console asks for a session only where it knows of one.
      return redirect('/console?signed-in', cookie)
    },
  }
  return { route, path: path.replace(':secret', secret) }
}

/** Leads a browser that opens the gateway's address to the console. */
export const frontDoor: HttpRoute = {
  method: 'GET',
  answersHead: true,
  path: '/',
  handle: () => Promise.resolve(redirect('/console')),
}
