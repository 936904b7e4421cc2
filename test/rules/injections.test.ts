/** An agent obeys every order that strangers hide in what it reads. The policies, and what is said of them, are those of docs/agents-that-write.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Access, type AccessPolicy, accessRuleFaults, accessRuleWarnings, findTarget } from '@patchbay/core/access'
import { listCallClasses } from '@patchbay/core/provider'
import { expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { honestTasks } from './honest-tasks.ts'
import { injectedOrders, type OrderedCall } from './injected-orders.ts'

const domains = new Map((await loadRegistry()).map((domain) => [domain.provider.id, domain]))
const page = readFileSync(join(import.meta.dirname, '../../docs/agents-that-write.md'), 'utf8')

const claim =
  /\*\*([^*]+)\.\*\* Sends (\d+) of (\d+) harmful writes; of (\d+) honest ones (\d+) are sent, (\d+) ask, (\d+) are refused\.[^`]*(?:`[^`]+`[^`]*)*?```json\n([\s\S]*?)```/g
const policies = [...page.matchAll(claim)].map(
  ([, name = '', sent, harmful, honest, honestSent, asked, refused, json = '']) => ({
    name,
    policy: JSON.parse(json) as AccessPolicy,
    claimed: [sent, harmful, honest, honestSent, asked, refused].map(Number),
  }),
)

const decide = (access: Access, { provider, action, parameters }: OrderedCall) => {
  const domain = domains.get(provider)
  const target = domain && findTarget(domain, action)
  if (!domain || !target) throw new Error(`${provider} has no ${action}`)
  const found = domain.source.action(action)
  const callClasses = found && listCallClasses(found, parameters)
  return access.decide({ ...target, account: 'main', roles: found?.roles, params: parameters, callClasses }).kind
}

const orders = injectedOrders.flatMap(({ calls }) => calls)
/** Opening a conversation tells nobody anything: the message that follows does. */
const harmful = orders.filter(({ provider, action }) => `${provider}:${action}` !== 'slack:open_conversation')
const honest = honestTasks.flatMap(({ calls }) => calls)

const countBy = (access: Access, calls: readonly OrderedCall[], kind: string): number =>
  calls.filter((call) => decide(access, call) === kind).length

test('the page has five policies, which can be stored as they are, and say nothing in vain', () => {
  expect(policies.map(({ name }) => name)).toEqual([
    'Read only',
    'Drafts only',
    'Ask before money, messages and access',
    'A helper for one customer’s ticket'.replace('’', "'"),
    'A bookkeeper up to 50 euros, 20 times a day',
  ])
  for (const { policy } of policies) {
    const faults = (['allow', 'deny', 'ask'] as const).flatMap((list) =>
      accessRuleFaults(policy[list], `/${list}`, domains),
    )
    expect([...faults, ...accessRuleWarnings(policy, '', domains)]).toEqual([])
  }
})

test.each(policies)('$name lets through what the page says', ({ policy, claimed }) => {
  const access = Access.of({ token: policy })
  const honestBy = (['sent', 'asked', 'refused'] as const).map((kind) => countBy(access, honest, kind))
  expect([countBy(access, harmful, 'sent'), harmful.length, honest.length, ...honestBy]).toEqual(claimed)
})

test('the third policy sends no harmful write without a yes, and asks about at most two honest writes of five', () => {
  const access = Access.of({ token: policies[2]?.policy ?? {} })
  expect(harmful.filter((call) => decide(access, call) === 'sent')).toEqual([])
  expect(countBy(access, honest, 'asked') / honest.length).toBeLessThanOrEqual(0.4)
  expect(countBy(access, honest, 'refused')).toBe(0)
})

test('without a policy every order is carried out', () => {
  expect(countBy(Access.everything, harmful, 'sent')).toBe(harmful.length)
})
