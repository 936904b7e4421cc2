import { expect, test } from 'vitest'
import { parseExact } from '../../encoding/exact-json.ts'
import type { Roles } from '../../provider/index.ts'
import type { RoleConditions } from '../../store/index.ts'
import { compileParameterCondition } from './parameter-condition.ts'
import { compileRoleConditions } from './role-condition.ts'
import { findPatternFault } from './text-pattern.ts'

const money: Roles = { amount: { at: ['/amount', '/lines/amount'], currency: '/currency', unit: 'minor' } }
const mail: Roles = { recipient: ['/to', '/cc'], destination: ['/folder'] }
const euros: RoleConditions = { amount: { currency: 'EUR', maximum: '50.00' } }
const acme: RoleConditions = { recipient: { domain: ['acme.com', '*.acme.com'] } }

/** `both`: it holds in every list; `none`: in no list; `unsure`: it can't be judged, so it holds only where that stops the call. */
const judge = (conditions: RoleConditions, roles: Roles | undefined, params: object) => {
  const judgeRoles = compileRoleConditions(conditions)
  const [lets, stops] = [true, false].map((isStrict) => judgeRoles(roles, params as Record<string, unknown>, isStrict))
  if (lets === stops) return lets ? 'both' : 'none'
  return lets ? 'lets' : 'unsure'
}

test.each<[conditions: RoleConditions, roles: Roles | undefined, params: object, want: string]>([
  [euros, money, { amount: 5000, currency: 'eur' }, 'both'],
  [euros, money, { amount: 5001, currency: 'eur' }, 'none'],
  [{ amount: { currency: 'EUR', maximum: '50.07' } }, money, { amount: 5007, currency: 'eur' }, 'both'],
  [euros, money, { amount: 2500, currency: 'EUR', lines: [{ amount: 2500 }, {}] }, 'both'],
  [euros, money, { amount: 2500, currency: 'EUR', lines: [{ amount: 2501 }] }, 'none'],
  [euros, money, parseExact('{"amount": 5000.0000000000000000001, "currency": "eur"}') as object, 'none'],
  [euros, money, { amount: '4999.9', currency: 'eur' }, 'both'],
  // As numbers of JavaScript the sum would be above.
  [euros, money, { amount: 4999.8, currency: 'eur', lines: [{ amount: 0.1 }, { amount: 0.1 }] }, 'both'],
  // Values that can't be judged count against the call.
  [euros, money, { amount: 5000, currency: 'usd' }, 'unsure'],
  [euros, money, { amount: 5000 }, 'unsure'],
  [euros, money, { currency: 'eur' }, 'unsure'],
  [euros, money, { amount: -1, currency: 'eur' }, 'unsure'],
  [euros, money, { amount: 9000, currency: 'eur', lines: [{ amount: -5000 }] }, 'unsure'],
  [euros, money, { amount: { value: 1 }, currency: 'eur' }, 'unsure'],
  [euros, money, { amount: '1e500', currency: 'eur' }, 'unsure'],
  [euros, money, { amount: '0x10', currency: 'eur' }, 'unsure'],
  [euros, { amount: { at: ['/amount'], unit: 'minor' } }, { amount: 1 }, 'unsure'],
  [euros, undefined, { amount: 1, currency: 'eur' }, 'unsure'],
  [euros, mail, { amount: 1, currency: 'eur' }, 'unsure'],
  [{ amount: { currency: 'JPY', maximum: '50' } }, money, { amount: 50, currency: 'jpy' }, 'both'],
  [{ amount: { currency: 'JPY', maximum: '50' } }, money, { amount: 51, currency: 'jpy' }, 'none'],
  [acme, mail, { to: ['ada@acme.com', 'Bob@EU.Acme.com'] }, 'both'],
  [acme, mail, { to: 'ada@acme.com', cc: ['eve@evil.com'] }, 'unsure'],
  [acme, mail, { to: 'eve@evil.com' }, 'none'],
  [acme, mail, { to: 'eve@notacme.com' }, 'none'],
  [acme, mail, { to: 'eve@acme.com.evil.com' }, 'none'],
  [acme, mail, { to: 'Ada <ada@acme.com>' }, 'unsure'],
  [acme, mail, { to: 'eve@evil.com,ada@acme.com' }, 'unsure'],
  [acme, mail, { to: '"eve@evil.com"@acme.com' }, 'unsure'],
  [acme, mail, { to: 'ada@аcme.com' }, 'unsure'],
  [acme, mail, { to: 'ada@acme.com\r\nBcc: eve@evil.com' }, 'unsure'],
  [acme, mail, { to: 'U012AB3CDE' }, 'unsure'],
  [acme, mail, { to: [] }, 'unsure'],
  [acme, mail, {}, 'unsure'],
  [acme, { ...mail, derives: ['recipient'] }, { to: 'ada@acme.com' }, 'unsure'],
  [{ recipient: { domain: ['acme.com'], in: ['#team'] } }, mail, { to: ['#team', 'ada@acme.com'] }, 'both'],
  [{ recipient: { domain: ['*.acme.com'] } }, mail, { to: 'ada@acme.com' }, 'none'],
  [{ destination: { in: ['inbox', '7'] } }, mail, { folder: 7 }, 'both'],
  [{ destination: { in: ['inbox'] } }, mail, { folder: 'Inbox' }, 'none'],
  [{ destination: { in: ['inbox'] } }, mail, { folder: { id: 'inbox' } }, 'unsure'],
  // A text that may stand for a listed name without being it.
  [{ recipient: { in: ['eve@evil.com'] } }, mail, { to: 'Eve@EVIL.com' }, 'unsure'],
  [{ recipient: { in: ['Eve@evil.com'] } }, mail, { to: ['eve@evil.com'] }, 'unsure'],
  [{ recipient: { in: ['eve@evil.com'] } }, mail, { to: 'Eve <eve@evil.com>' }, 'unsure'],
  [{ recipient: { in: ['eve@evil.com'] } }, mail, { to: ' eve@evil.com' }, 'unsure'],
  [{ recipient: { in: ['eve@evil.com'] } }, mail, { to: 'eve＠evil.com' }, 'unsure'],
  [{ recipient: { in: ['eve@evil.com'] } }, mail, { to: 'ada@acme.com,eve@evil.com' }, 'unsure'],
  [{ recipient: { in: ['eve@evil.com'] } }, mail, { to: 'steve@evil.com' }, 'none'],
  [{ recipient: { in: ['eve@evil.com'], domain: ['acme.com'] } }, mail, { to: 'EVE@evil.com' }, 'unsure'],
  [{ recipient: { in: ['U2'] } }, mail, { to: 'U1, U2' }, 'unsure'],
  [{ recipient: { in: ['U2'] } }, mail, { to: 'U1,U22' }, 'none'],
])('%j over %j and %j: %s', (conditions, roles, params, want) => {
  // One recipient in the domain and one outside: not all fit, and one does.
  expect(judge(conditions, roles, params)).toBe(want)
})

const judgeWhere = (schema: object, params: unknown) => {
  const judgeValue = compileParameterCondition(schema as Record<string, unknown>)
  const [lets, stops] = [judgeValue(params, false), judgeValue(params, true)]
  if (lets === stops) return lets ? 'both' : 'none'
  return 'unsure'
}

test.each<[schema: object, params: string, want: string]>([
  [{ properties: { amount: { maximum: 5000 } } }, '{"amount": 5000}', 'both'],
  [{ properties: { amount: { maximum: 5000 } } }, '{"amount": 5001}', 'none'],
  [{ properties: { amount: { minimum: 5 } } }, '{"amount": 5}', 'both'],
  [{ properties: { amount: { minimum: 5 } } }, '{"amount": 4.9}', 'none'],
  [{ properties: { amount: { exclusiveMinimum: 5 } } }, '{"amount": 5}', 'none'],
  [{ properties: { amount: { exclusiveMinimum: 5 } } }, '{"amount": 5.1}', 'both'],
  [{ properties: { amount: { exclusiveMaximum: 5 } } }, '{"amount": 5}', 'none'],
  [{ properties: { amount: { exclusiveMaximum: 5 } } }, '{"amount": 4.9}', 'both'],
  [{ properties: { amount: { maximum: 5000 } } }, '{}', 'unsure'],
  [{ properties: { amount: { maximum: 5000 } } }, '{"amount": "1"}', 'unsure'],
  [{ properties: { amount: { maximum: 5000, type: ['number', 'string'] } } }, '{"amount": "1"}', 'both'],
  [{ properties: { id: { const: 9007199254740993n } } }, '{"id": 9007199254740993}', 'both'],
  [{ properties: { id: { const: 9007199254740992 } } }, '{"id": 9007199254740993}', 'none'],
  [{ properties: { rate: { const: 0.1 } } }, '{"rate": 0.10}', 'both'],
  [{ properties: { rate: { multipleOf: 0.01 } } }, '{"rate": 0.07}', 'both'],
  [{ properties: { a: { properties: { b: { const: 1 } } } } }, '{"a": {}}', 'unsure'],
  [{ properties: { a: { properties: { b: { const: 1 } } } } }, '{"a": "b"}', 'unsure'],
  [{ properties: { a: { const: 1 }, b: { const: 2 } } }, '{"b": 3}', 'none'],
  [{ properties: { to: { items: { enum: ['x'] } } } }, '{"to": ["x", "y"]}', 'none'],
  [{ properties: { to: { contains: { const: 'y' } } } }, '{"to": ["x", "y"]}', 'both'],
  [{ properties: { to: { items: { required: ['id'] } } } }, '{"to": [{"id": 1}, {}]}', 'unsure'],
  [{ properties: {}, additionalProperties: false }, '{"bcc": 1}', 'none'],
  [{ properties: { text: { maxLength: 1 } } }, '{"text": "😀"}', 'both'],
  [{ properties: { text: { maxLength: 1 } } }, '{"text": "ab"}', 'none'],
  [{ properties: { text: { minLength: 2 } } }, '{"text": "😀"}', 'none'],
  [{ properties: { text: { minLength: 2 } } }, '{"text": "ab"}', 'both'],
  [{ properties: { id: { type: 'integer' } } }, '{"id": 9007199254740993}', 'both'],
  [{ properties: { id: { type: 'integer' } } }, '{"id": 9007199254740992.5}', 'none'],
  [{ properties: { at: { format: 'date' } } }, '{"at": "2026-11-28"}', 'both'],
])('%j over %s: %s', (schema, params, want) => {
  expect(judgeWhere(schema, parseExact(params))).toBe(want)
})

test('a text of more characters than anybody means to match is not judged by a pattern', () => {
  const where = { properties: { at: { pattern: '^.*a.*b$' } } }
  expect([
    judgeWhere(where, { at: `${'a'.repeat(9_000)}b` }),
    judgeWhere(where, { at: `${'a'.repeat(20_000)}b` }),
  ]).toEqual(['both', 'unsure'])
})

test.each([
  ['^(a+)+$', true],
  ['^(a|b+)*$', true],
  ['(?=.*a)(?=.*b)', true],
  ['^(a)\\1$', true],
  ['(', true],
  ['^re_[A-Za-z0-9]+$', false],
  ['^.*a.*b$', false],
  ['^((a+)b)*$', true],
  ['^(x(a|b+))*$', true],
  ['^(a+)(b)*$', false],
  ['^(a(b)c)+d*$', false],
  ['@(acme|globex)\\.com$', false],
  ['^(ab?c){2,4}$', false],
])('the pattern %s is refused: %s', (source, isRefused) => {
  expect(findPatternFault(source) !== undefined).toBe(isRefused)
})
