import { accessPatternFaults, type GrantRules, isPattern, mostPatterns, parseGrantScope } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import { OAuthError } from './oauth-error.ts'

type Domains = ReadonlyMap<string, Domain>

/**
 * The scopes that the metadata name, as many as may be asked for at once. A scope is an access pattern (RFC 6749, section 3.3), and
 * any other may be asked for, too.
 */
export const scopesSupported = (domains: Domains): string[] =>
  ['*', ...domains.keys()].flatMap((provider) => [`${provider}:read`, `${provider}:write`]).slice(0, mostPatterns)

/** Scopes of OpenID Connect, which clients add whatever the metadata say. They mean nothing here: every grant has a refresh token. */
const identityScopes = ['offline_access', 'openid', 'profile', 'email']

/** Some clients write commas in between, which no pattern has. */
const listScopes = (scope: string | undefined): readonly string[] =>
  (scope ?? '').split(/[ ,]/).filter((text) => text !== '')

/** True if the scope names such scopes alone: then it says as little as no scope about what the client may do. */
export const asksForIdentityAlone = (scope: string | undefined): boolean => {
  const texts = listScopes(scope)
  return texts.length > 0 && texts.every((text) => identityScopes.includes(text))
}

const invalidScope = (description: string): OAuthError => new OAuthError('invalid_scope', description)

/**
 * The rules that a `scope` parameter asks for; `undefined`: none. A pattern that this gateway doesn't know is left out (RFC 6749,
 * section 3.3). Throws `invalid_scope` where nothing else was asked for, as the whole would be more; for an unknown pattern after
 * `ask:`, as leaving that out would grant more; and for too many patterns.
 */
export const readScope = (scope: string | undefined, domains: Domains): GrantRules | undefined => {
  const texts = listScopes(scope).filter((text) => !identityScopes.includes(text))
  const { allow: named, ask } = parseGrantScope(texts.join(' '))
  const allow = named && [...new Set(named)].filter((text) => isPattern(text, domains))
  const unknownAsk = named?.find((text) => text.startsWith('ask:') && !isPattern(text, domains))
  if (unknownAsk !== undefined) throw invalidScope(`The scope ${unknownAsk} must have an access pattern after ask:`)
  const [askFault] = accessPatternFaults(ask, '', domains)
  if (askFault) throw invalidScope(`The scope ask:${ask[Number(askFault.path.slice(1))]} ${askFault.message}`)
  if (named && allow?.length === 0) {
    const [fault] = accessPatternFaults(named, '', domains)
    throw invalidScope(`The scope ${named[0]} ${fault?.message}`)
  }
  const patterns = [...(allow ?? []), ...ask]
  if (patterns.length > mostPatterns)
    throw invalidScope(`The scope has ${patterns.length} patterns; send ${mostPatterns} at most`)
  return patterns.length > 0 ? { allow, ask } : undefined
}
