import { expect, test } from 'vitest'
import { loadRegistry } from '../registry.ts'
import { describeSuggestion, findNextStep } from './next-step.ts'

const domains = new Map((await loadRegistry()).map((domain) => [domain.provider.id, domain]))
const stepOf = (finding: string, changes: { source?: string; status?: 'open' | 'resolved' } = {}) =>
  findNextStep(domains, { finding, kind: finding.split('/')[0] ?? '', source: 'rules', status: 'open', ...changes })

test.each([
  [
    'needs-reauthorization/acme/hubspot/main',
    'store a credential with PUT /admin/tokens/acme/hubspot/main, or have it refreshed with POST /admin/seed-oauth',
  ],
  ['needs-reauthorization/acme/sendgrid/main', 'store a credential with PUT /admin/tokens/acme/sendgrid/main'],
  [
    'token-lapses/acme/hubspot/main',
    'store a credential with PUT /admin/tokens/acme/hubspot/main, or have it refreshed with POST /admin/seed-oauth',
  ],
  ['probe-fails/acme/hubspot/main', 'store a credential with PUT /admin/tokens/acme/hubspot/main'],
  ['unused-account/acme/hubspot/main', 'delete it with DELETE /admin/tokens/acme/hubspot/main'],
  ['unused-token/acme/3f8a1c09b2d4', 'revoke it with DELETE /admin/auth/acme/3f8a1c09b2d4'],
  ['secret-ends/apps/hubspot', 'store the application with PUT /admin/apps/hubspot'],
  ['application-refused/apps/hubspot/acme#a/client', 'store the application with PUT /admin/apps/hubspot/acme'],
  ['quota-forecast/acme', 'store a billing configuration with PUT /admin/billing/acme'],
])('the finding %s says to %s', (finding, words) => {
  expect(describeSuggestion('It is so.', stepOf(finding))).toBe(`It is so. Next: ${words}.`)
})

test.each([
  ['a rule without a step', stepOf('error-spike/acme/hubspot/main/search')],
  ['a client of no application', stepOf('application-refused/hubspot#apps/x')],
  ['a model', stepOf('token-lapses/acme/hubspot/main', { source: 'openai:gpt' })],
  ['something resolved', stepOf('token-lapses/acme/hubspot/main', { status: 'resolved' })],
])('%s has no next step', (_, step) => {
  expect(step).toBeNull()
  expect(describeSuggestion('It is so.', step)).toBe('It is so.')
})
