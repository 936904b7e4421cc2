import { type AuthorizationCode, findDeclaredOAuth } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { codes, markdownTable } from './markdown-table.ts'

/** The vendor's deviations from RFC 6749 and RFC 7636. */
const quirksOf = (auth: AuthorizationCode): string[] => [
  ...(auth.pkce ? [] : ['no PKCE']),
  ...(auth.separator === ',' ? ['scopes with commas'] : []),
  ...(auth.clientAuth === 'basic' ? ['client by HTTP Basic'] : []),
  ...(auth.encoding === 'json' ? ['JSON at the token endpoint'] : []),
  ...(auth.tokenAt === undefined ? [] : ['token inside of another member']),
  ...(auth.tells === undefined ? [] : [`tells ${codes(Object.keys(auth.tells))}`]),
  ...(auth.rotates ? ['a new refresh token with each refresh'] : []),
  ...(auth.revoke === undefined ? ['an access is not ended at the vendor'] : []),
]

/** The plugins' facts about the vendors at which people sign in. */
export const signIns = (registry: readonly Domain[]): string =>
  markdownTable(
    ['vendor', 'asked for', 'asked for by name only', 'settings', 'to know'],
    registry.flatMap(({ provider: { title, auth, settings = {} } }) => {
      const oauth = findDeclaredOAuth(auth, 'authorization_code')
      if (!oauth) return []
      const { scopes, optionalScopes = {} } = oauth
      const asked = Object.keys(settings).filter((name) => !Object.hasOwn(oauth.tells ?? {}, name))
      const quirks = quirksOf(oauth).join('; ')
      return [[title, codes(Object.keys(scopes)), codes(Object.keys(optionalScopes)), codes(asked), quirks]]
    }),
  )
