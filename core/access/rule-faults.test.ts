import { expect, test } from 'vitest'
import type { Roles } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import { accessRuleFaults } from './rule-faults.ts'

const recipient: Roles = { recipient: ['/to'] }
/** The roles of the actions of a provider, all of them writes. */
const roles: Readonly<Record<string, Roles | undefined>> = {
  send: recipient,
  tag: undefined,
  pay: { amount: { at: ['/amount'], currency: '/currency', unit: 'minor' } },
  archive: undefined,
}

/** The provider, whose tools list these actions; left out: all. */
const domainsWith = (listed?: readonly string[]): ReadonlyMap<string, Domain> => {
  const names = Object.keys(roles)
  const source = {
    listed,
    names: () => names,
    kind: (name: string) => (Object.hasOwn(roles, name) ? 'write' : undefined),
    classes: () => [],
    action: (name: string) => ({ roles: roles[name], params: {} }),
  }
  return new Map([['mail', { provider: { id: 'mail' }, source } as unknown as Domain]])
}

const faultsOf = (pattern: string, wanted: object, listed?: readonly string[]): readonly string[] =>
  accessRuleFaults([{ pattern, roles: wanted } as never], '/ask', domainsWith(listed)).map(
    ({ path, message }) => `${path}: ${message}`,
  )

const acme = { recipient: { domain: ['acme.com'] } }
const euros = { amount: { currency: 'EUR', maximum: '50' } }

test.each<[listed: readonly string[] | undefined]>([[undefined], [['tag']], [['send', 'pay']], [[]]])(
  'a rule may speak of a role that one of its actions has, whether tools list it or not: %j',
  (listed) => {
    expect(faultsOf('mail:write', acme, listed)).toEqual([])
    expect(faultsOf('*:write', { ...acme, ...euros }, listed)).toEqual([])
    expect(faultsOf('mail:send', acme, listed)).toEqual([])
  },
)

test('a rule about a role that none of its actions has is wrong there', () => {
  expect(faultsOf('mail:tag', acme)).toEqual(['/ask/0/roles/recipient: no action of mail:tag has the role recipient'])
  expect(faultsOf('mail:send', { ...acme, ...euros })).toEqual([
    '/ask/0/roles/amount: no action of mail:send has the role amount',
  ])
})
