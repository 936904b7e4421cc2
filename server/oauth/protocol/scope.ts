import { accessPatternFaults, type GrantRules, mostPatterns, parseGrantScope } from '@patchbay/core/access'
import type { Domain } from '@patchbay/core/schema'
import { OAuthError } from './oauth-error.ts'

type Domains = ReadonlyMap<string, Domain>

/**
 * The scopes that the metadata name, as many as may be asked for at once. A scope is an access pattern (RFC 6749, section 3.3), and
 * any other may be asked for, too.
 */
export const scopesSupported = (domains: Domains): string[] =>
  ['*', ...domains.keys()].flatMap((provider) => [`${provider}:read`, `${provider}:write`]).slice(0, mostPatterns)

/**
 * The rules that a `scope` parameter asks for; `undefined`: none. Throws `invalid_scope` for too many patterns, and for one that is
 * malformed or names nothing registered.
 */
export const readScope = (scope: string | undefined, domains: Domains): GrantRules | undefined => {
  const { allow, ask } = parseGrantScope(scope)
  const patterns = [...(allow ?? []), ...ask]
  if (patterns.length > mostPatterns)
    throw new OAuthError('invalid_scope', `The scope has ${patterns.length} patterns; send ${mostPatterns} at most`)
  const [fault] = accessPatternFaults(patterns, '', domains)
  if (fault)
    throw new OAuthError('invalid_scope', `The scope ${patterns[Number(fault.path.slice(1))]} ${fault.message}`)
  return patterns.length > 0 ? { allow, ask } : undefined
}
