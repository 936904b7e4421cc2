import { call, type ObjectExpression } from '../../source/expression.ts'
import type { ReadToolServer } from './read-tool-server.ts'

const isHttps = (url: string | undefined): url is string => URL.parse(url ?? '')?.protocol === 'https:'

/** A scope's name by itself: metadata have no words for it. */
const scopeForm = /^[!#-+\--[\]-~]{1,200}$/

/** `auth` of the overlay, as the server's metadata say; a bearer token where they say nothing, and nothing where it wants none. */
export const signInOfServer = ({ signIn, isClosed }: ReadToolServer): ObjectExpression[string] => {
  if (!signIn || ![signIn.authorize, signIn.token].every(isHttps))
    return isClosed ? call('apiKey', { header: 'Authorization', prefix: 'Bearer ' }) : call('none')
  const { authorize, token, issuer, resource, scopes, takesPkce, revoke, register, takesClientDocument } = signIn
  const names = scopes.filter((name) => scopeForm.test(name))
  return call('oauth2', {
    authorize,
    token,
    scopes: Object.fromEntries(names.map((name) => [name, name])),
    // An authorization server for public clients gives a new refresh token each time (RFC 9700, section 4.14.2).
    rotates: true,
    ...(takesPkce && { pkce: true }),
    ...(isHttps(issuer) && { issuers: [issuer.replace(/\/$/, '')] }),
    ...(isHttps(resource) && { resource }),
    ...(isHttps(register) && { registers: register }),
    ...(takesClientDocument && takesPkce && { clientDocument: true }),
    ...(isHttps(revoke) && { revoke: { url: revoke } }),
  })
}
