import {
  type GrantRules,
  isPattern,
  mostPatterns,
  narrowPatterns,
  parseGrantScope,
  printGrantScope,
} from '@patchbay/core/access'
import { hashToken, type OAuthClientRecord, type TenantRecord } from '@patchbay/core/store'
import { type EnterpriseRule, splitRuleScope } from '../../configuration/enterprise-issuers.ts'
import { AuditedError } from '../../forms/endpoint.ts'
import { requireParameter } from '../../forms/read-form.ts'
import { createKeySets } from '../enterprise/key-sets.ts'
import { type Assertion, invalidAssertion, verifyAssertion } from '../enterprise/verify-assertion.ts'
import { findAudience } from '../protocol/audiences.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { clock, type OAuthParts } from '../protocol/oauth-parts.ts'
import { readScope } from '../protocol/scope.ts'
import { makeAccessToken, makeFamily } from '../protocol/secrets.ts'
import { checkResource, type GrantHandler, grantKey, tokenReply } from './grant.ts'

type Form = ReadonlyMap<string, string>

/** Short, because the identity provider takes access away by refusing the next assertion. */
const accessSeconds = 3600

const fits = ({ claim, value }: EnterpriseRule, claims: Assertion['claims']): boolean => {
  if (claim === undefined) return true
  const content = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return content === value || (Array.isArray(content) && content.includes(value))
}

/** The tenant of the first rule that fits, which must be active. */
const tenantFor = async ({ storeCache }: OAuthParts, { tenant }: EnterpriseRule): Promise<TenantRecord> => {
  const record = await storeCache.tenant(tenant)
  if (record?.status === 'active') return record
  throw new OAuthError('invalid_grant', `The tenant ${tenant} is ${record ? 'suspended' : 'not set up yet'}`)
}

/** Scopes of the assertion that aren't access patterns of this gateway are for other resources. */
const claimedScope = ({ claims: { scope } }: Assertion, domains: OAuthParts['domains']): GrantRules | undefined => {
  if (scope === undefined) return undefined
  const keepPatterns = (texts: readonly string[]): readonly string[] =>
    texts.filter((text) => isPattern(text, domains)).slice(0, mostPatterns)
  const { allow, ask } = parseGrantScope(typeof scope === 'string' ? scope : '')
  return { allow: keepPatterns(allow ?? []), ask: keepPatterns(ask) }
}

/** The access that the rule, the tenant, the assertion and the request all allow. Throws `invalid_scope` if there is none. */
const scopeFor = (
  { domains }: OAuthParts,
  rule: EnterpriseRule,
  tenant: TenantRecord,
  assertion: Assertion,
  form: Form,
): string => {
  const limits = [claimedScope(assertion, domains), readScope(form.get('scope'), domains)]
  const policies = limits.flatMap((rules) => (rules?.allow ? [{ allow: rules.allow }] : []))
  const allow = narrowPatterns(splitRuleScope(rule), [tenant.options, ...policies], domains)
  if (allow.length > 0) return printGrantScope({ allow, ask: limits.flatMap((rules) => rules?.ask ?? []) })
  throw new OAuthError('invalid_scope', 'The user may do nothing that the scope asks for')
}

/** The audience that the assertion names, or the request. */
const resourceFor = (base: string, { claims: { resource } }: Assertion, form: Form): string => {
  checkResource(base, form)
  const audience = findAudience(base, String(resource ?? form.get('resource') ?? `${base}/mcp`))
  if (audience !== undefined) return audience
  throw new OAuthError('invalid_target', 'The assertion is for another resource')
}

/** An assertion that comes a second time was stolen, or its answer was lost: the client gets a new one from the issuer. */
const useOnce = async (
  { store }: OAuthParts,
  { issuer, id, refusedFrom }: Assertion,
  { client_id }: OAuthClientRecord,
  { tenant, now }: { readonly tenant: string; readonly now: Date },
): Promise<string> => {
  const hash = hashToken(JSON.stringify([issuer.issuer, id]))
  if (await store.usedAssertions.use({ hash, expires_at: refusedFrom }, now)) return hash
  const auditEvent = { action: 'reuse_assertion', tenant, key: `clients/${client_id}` }
  throw new AuditedError(auditEvent, 'invalid_grant', 'The assertion was used before')
}

/**
 * Exchanges an assertion of a configured identity provider for an access token (RFC 7523, section 2.1), for MCP's
 * enterprise-managed authorization.
 */
export const createJwtBearer = ({ fetcher, enterpriseIssuers }: OAuthParts): GrantHandler => {
  const keySets = createKeySets(fetcher)
  return async (parts, client, form) => {
    // The draft asks for confidential clients: with a public one, a stolen assertion would be enough.
    if (client.auth_method === 'none') {
      throw new OAuthError('unauthorized_client', 'This grant is for clients that authenticate')
    }
    const now = clock(parts)
    const base = parts.baseUrl()
    const check = { issuers: enterpriseIssuers, keySets, audience: base, clientId: client.client_id, now }
    const assertion = await verifyAssertion(requireParameter(form, 'assertion'), check)
    const rule = assertion.issuer.rules.find((each) => fits(each, assertion.claims))
    if (!rule) throw invalidAssertion('is for a user who matches no configured rule')
    const tenant = await tenantFor(parts, rule)
    const scope = scopeFor(parts, rule, tenant, assertion, form)
    const resource = resourceFor(base, assertion, form)
    const code_hash = await useOnce(parts, assertion, client, { tenant: tenant.id, now })

    const { answer, record } = makeAccessToken(now, accessSeconds)
    const grant = {
      grant_id: Bun.randomUUIDv7(),
      tenant_id: tenant.id,
      client_id: client.client_id,
      client_name: client.client_name,
      resource,
      scope,
      issuer: assertion.issuer.issuer,
      subject: assertion.subject,
      code_hash,
      family: hashToken(makeFamily()),
      access: record,
    }
    if (!(await parts.store.grants.issue(grant, now)))
      throw invalidAssertion('arrived while its tenant or client was being removed')
    const auditEvent = {
      action: 'issue_token',
      tenant: tenant.id,
      key: grantKey(grant),
      tokenId: record.hash.slice(0, 12),
    }
    return { reply: tokenReply(answer, scope), auditEvent }
  }
}
