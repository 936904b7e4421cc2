import { isPlainOfOperator, type OperatorHosts } from '../../model/operator-hosts.ts'
import { call, type ObjectExpression } from '../../source/expression.ts'
import type { ReadToolServer } from './read-tool-server.ts'

/** True for an address by https, and for one without of a host that the operator lets the gateway reach so. */
const isUsable = (url: string | undefined, hosts: OperatorHosts): url is string =>
  url !== undefined && (URL.parse(url)?.protocol === 'https:' || isPlainOfOperator(url, hosts))

/** A scope's name by itself: metadata have no words for it. */
const scopeForm = /^[!#-+\--[\]-~]{1,200}$/

/** `auth` of the overlay, as the server's metadata say; a bearer token where they say nothing, and nothing where it wants none. */
export const signInOfServer = (
  { signIn, isClosed }: Pick<ReadToolServer, 'signIn' | 'isClosed'>,
  hosts: OperatorHosts,
): ObjectExpression[string] => {
  const usable = (url: string | undefined): url is string => isUsable(url, hosts)
  if (!signIn || ![signIn.authorize, signIn.token].every(usable))
    return isClosed ? call('apiKey', { header: 'Authorization', prefix: 'Bearer ' }) : call('none')
  const { authorize, token, issuer, resource, scopes, takesPkce, revoke, register, takesClientDocument, clientAuth } =
    signIn
  const names = scopes.filter((name) => scopeForm.test(name))
  return call('oauth2', {
    authorize,
    token,
    scopes: Object.fromEntries(names.map((name) => [name, name])),
    // An authorization server for public clients gives a new refresh token each time (RFC 9700, section 4.14.2).
    rotates: true,
    ...(takesPkce && { pkce: true }),
    ...(clientAuth && { clientAuth }),
    ...(usable(issuer) && { issuers: [issuer.replace(/\/$/, '')] }),
    ...(usable(resource) && { resource }),
    ...(usable(register) && { registers: register }),
    ...(takesClientDocument && takesPkce && !clientAuth && { clientDocument: true }),
    ...(usable(revoke) && { revoke: { url: revoke } }),
  })
}
