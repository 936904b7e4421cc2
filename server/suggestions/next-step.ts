import { type NextStep, stepToStoreApplication, stepToStoreCredential, stepToStoreSeed } from '@patchbay/core/next-step'
import { findDeclaredOAuth } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { type AccountRef, parseApplicationPath, type SuggestionRecord } from '@patchbay/core/store'
import { writeNextStep } from '../http/next-step.ts'

/** The text of a suggestion for readers who make requests themselves. */
export const describeSuggestion = (detail: string, next: NextStep | null): string =>
  next === null ? detail : `${detail} Next: ${writeNextStep(next)}.`

type StepOf<Place> = (place: Place, canRefresh: boolean) => NextStep

const storeCredential: StepOf<AccountRef> = (ref, canRefresh) => ({
  ...stepToStoreCredential(ref),
  ...(canRefresh && { or: stepToStoreSeed(ref) }),
})

/** The step that resolves a rule's finding of an account. A seed helps only if the provider has OAuth. */
const accountSteps: Readonly<Record<string, StepOf<AccountRef>>> = {
  'needs-reauthorization': storeCredential,
  'token-lapses': storeCredential,
  'probe-fails': stepToStoreCredential,
  'unused-account': ({ tenant, provider, account }) => ({
    route: 'delete_token',
    params: { tenant, provider, account },
  }),
}

const tenantSteps: Readonly<Record<string, (tenant: string, subject: string) => NextStep>> = {
  'unused-token': (tenant, token_id) => ({ route: 'revoke_tenant_token', params: { tenant, token_id } }),
  'quota-forecast': (tenant) => ({ route: 'put_billing', params: { tenant } }),
}

/** The application that a finding is about: `application-refused/apps/hubspot#a-client`, `secret-ends/apps/hubspot/acme`. */
const storeApplication = (finding: string): NextStep | null => {
  const [path] = finding.slice(finding.indexOf('/') + 1).split('#')
  const ref = parseApplicationPath(path)
  return ref ? stepToStoreApplication(ref) : null
}

const applicationKinds: ReadonlySet<string> = new Set(['application-refused', 'secret-ends'])

/** The step that resolves an open suggestion of a rule; `null`: no single request of the admin API does. */
export const findNextStep = (
  domains: ReadonlyMap<string, Domain>,
  { finding, kind, source, status }: Pick<SuggestionRecord, 'finding' | 'kind' | 'source' | 'status'>,
): NextStep | null => {
  if (source !== 'rules' || status !== 'open') return null
  if (applicationKinds.has(kind)) return storeApplication(finding)
  const [, tenant = '', second = '', account = ''] = finding.split('/')
  const canRefresh = findDeclaredOAuth(domains.get(second)?.provider.auth) !== undefined
  return (
    accountSteps[kind]?.({ tenant, provider: second, account }, canRefresh) ??
    tenantSteps[kind]?.(tenant, second) ??
    null
  )
}
