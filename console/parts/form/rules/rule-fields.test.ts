import { expect, test } from 'vitest'
import type { PolicyRule } from './policy-rule.ts'
import { buildRule, readRuleFields } from './rule-fields.ts'

const refund = {
  pattern: 'stripe:create_refund',
  roles: { amount: { currency: 'EUR', maximum: '50.00' } },
  per: { day: 20 },
}

test.each<PolicyRule>([
  '*:read',
  refund,
  {
    pattern: 'gmail:send_email',
    roles: { recipient: { domain: ['acme.com', '*.acme.com'], in: ['ada@example.com'] } },
  },
  { pattern: 'fixture:create', where: { properties: { name: { const: 'ada' } } } },
  { pattern: '*:write', except: ['gmail:create_draft', refund] },
])('the form of %j makes the same rule', (rule) => {
  expect(buildRule(rule, readRuleFields(rule))).toEqual(rule)
})

test('a form that is emptied leaves the pattern, and one that is filled makes a rule', () => {
  const empty = readRuleFields('*:pays')
  expect(buildRule(refund, empty)).toBe('stripe:create_refund')
  expect(buildRule('*:pays', { ...empty, currency: 'eur', maximum: '50', day: '3' })).toEqual({
    pattern: '*:pays',
    roles: { amount: { currency: 'EUR', maximum: '50' } },
    per: { day: 3 },
  })
})
