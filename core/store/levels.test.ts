import { expect, test } from 'vitest'
import { featureAbove } from './levels.ts'

test('code that is turned off takes gateways which obey that; code that may be run takes none', () => {
  expect(featureAbove(5, { code: false })).toMatchObject({ level: 6, name: expect.stringContaining('`code`') })
  expect([featureAbove(6, { code: false }), featureAbove(5, { code: true }), featureAbove(5, {})]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  [{ allow: ['*:read', 'gmail:sends'] }, 'a class'],
  [{ ask: ['*:unclassed@live'] }, 'a class'],
  [{ allow: ['ask:*:pays'] }, 'a class'],
  [{ approve: ['*:pays'] }, 'a class'],
  [{ allow: [{ pattern: 'stripe:create_refund', per: { day: 20 } }] }, 'a rule with'],
  [{ deny: [{ pattern: 'stripe:create_refund', where: {} }] }, 'a rule with'],
  [{ ask: [{ pattern: '*:write', except: ['gmail:create_draft'] }] }, 'a rule with'],
])('%j waits until no gateway of level 6 lives', (rules, name) => {
  expect(featureAbove(6, rules)).toMatchObject({ level: 7, name: expect.stringContaining(name) })
  expect(featureAbove(7, rules)).toBeUndefined()
})

test('patterns of actions and rights wait for no gateway', () => {
  const rules = {
    allow: ['*:read', 'gmail:send_email'],
    ask: ['*:write'],
    deny: ['stripe:sendsomething', 'stripe:raw'],
  }
  expect(featureAbove(6, rules)).toBeUndefined()
})
