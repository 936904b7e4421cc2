import { Access, type AccessCall, type CountedBy, isWider } from '@patchbay/core/access'
import type { ClassName, Roles } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../times.ts'
import {
  decideNaively,
  type NaiveCall,
  type NaiveCounts,
  type NaiveDecision,
  type NaiveLevel,
} from './naive-decision.ts'

interface TestedAction {
  readonly kind: NaiveCall['kind']
  readonly classes?: readonly ClassName[]
  /** The classes that only some of its calls are of. */
  readonly conditional?: readonly ClassName[]
  readonly roles?: Roles
}

const actions: Readonly<Record<string, Readonly<Record<string, TestedAction>>>> = {
  mail: {
    find: { kind: 'read' },
    send: { kind: 'write', classes: ['sends'], roles: { recipient: ['/to', '/cc/address'], destination: ['/folder'] } },
    reply: { kind: 'write', classes: ['sends'], roles: { recipient: ['/to'], derives: ['recipient'] } },
    draft: { kind: 'write', classes: ['runs'], conditional: ['runs'] },
    edit: { kind: 'write', classes: ['sends', 'grants'], conditional: ['grants'] },
    odd: { kind: 'write', classes: ['unclassed'] },
    keys: { kind: 'secret-read' },
  },
  bank: {
    refund: {
      kind: 'write',
      classes: ['pays'],
      roles: { amount: { at: ['/amount', '/fees'], currency: '/currency', unit: 'minor' } },
    },
    invite: { kind: 'secret-write', classes: ['grants', 'sends'], roles: { recipient: ['/to'] } },
    pay: { kind: 'write', classes: ['pays', 'sends'], roles: { amount: { at: ['/amount'], unit: 'minor' } } },
    raw: { kind: 'raw' },
  },
}
const places = Object.entries(actions).flatMap(([provider, own]) =>
  Object.keys(own).map((name) => ({ provider, name })),
)

const addresses = [
  'ada@acme.com',
  'bob@eu.acme.com',
  'eve@notacme.com',
  'EVE@ACME.COM',
  'Ada <ada@acme.com>',
  'ada@acme.com, eve@evil.com',
  '#general',
  'аda@acme.com',
  'ada@acme.com\n',
]
const address = fc.constantFrom(...addresses)
const amount = fc.constantFrom(
  0,
  1,
  4999,
  5000,
  5001,
  -1,
  10n ** 20n,
  JSON.rawJSON('4999.99999999999999999'),
  '5000',
  'x',
)
const json = fc.letrec<Record<'value', unknown>>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    amount,
    address,
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'address'), tie('value'), { maxKeys: 2 }),
  ),
})).value

const parameters = fc.record(
  {
    to: fc.oneof(address, fc.array(address, { maxLength: 3 })),
    cc: fc.array(fc.record({ address }, { requiredKeys: [] }), { maxLength: 2 }),
    folder: fc.constantFrom('inbox', 'outbox', 7),
    amount,
    fees: fc.array(amount, { maxLength: 2 }),
    currency: fc.constantFrom('eur', 'EUR', 'jpy', 'usd'),
    other: json,
  },
  { requiredKeys: [] },
)

const leaf = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'array', 'object', 'null') }),
  fc.record({ const: json }),
  fc.record({ enum: fc.array(json, { minLength: 1, maxLength: 3 }) }),
  fc.record(
    {
      minimum: fc.constantFrom(0, 5000),
      maximum: fc.constantFrom(4999, 5000),
      type: fc.constantFrom('number', 'string'),
    },
    { requiredKeys: [] },
  ),
  fc.record({ exclusiveMinimum: fc.constantFrom(0, 4999), exclusiveMaximum: fc.constantFrom(5000, 5001) }),
  fc.record({ multipleOf: fc.constantFrom(2, 5, 0.5) }),
  fc.record({ pattern: fc.constantFrom('^ada@', '@acme\\.com$', '^.*a.*c.*$') }),
  fc.record({ minLength: fc.nat(12), maxLength: fc.nat(20) }, { requiredKeys: [] }),
  fc.record({ minItems: fc.nat(2), maxItems: fc.nat(2) }, { requiredKeys: [] }),
)
const schema = fc.letrec<Record<'schema', object>>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ items: tie('schema') }),
    fc.record({ contains: tie('schema') }),
    fc.record(
      {
        type: fc.constantFrom('object', ['object', 'null']),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'address'), tie('schema'), { maxKeys: 2 }),
        required: fc.subarray(['a', 'b'], { minLength: 1 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: [] },
    ),
  ),
})).schema

const where = fc.record(
  {
    properties: fc.dictionary(fc.constantFrom('to', 'cc', 'folder', 'amount', 'fees', 'currency', 'other'), schema, {
      minKeys: 1,
      maxKeys: 2,
    }),
    required: fc.subarray(['to', 'amount', 'other'], { minLength: 1 }),
  },
  { requiredKeys: [] },
)
const roles = fc.record(
  {
    recipient: fc.record(
      {
        domain: fc.subarray(['acme.com', '*.acme.com', 'Evil.com'], { minLength: 1 }),
        in: fc.subarray(['#general', 'ada@acme.com'], { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
    destination: fc.record({ in: fc.subarray(['inbox', '7'], { minLength: 1 }) }),
    amount: fc.record({ currency: fc.constantFrom('EUR', 'JPY'), maximum: fc.constantFrom('50.00', '49.99', '5000') }),
  },
  { requiredKeys: [] },
)
const per = fc.record({ hour: fc.constantFrom(1, 2), day: fc.constantFrom(1, 3) }, { requiredKeys: [] })

const pattern = fc
  .tuple(
    fc.constantFrom('*', 'mail', 'bank'),
    fc.constantFrom(
      '*',
      'read',
      'write',
      'secret',
      'raw',
      'sends',
      'pays',
      'grants',
      'unclassed',
      'send',
      'refund',
      'draft',
    ),
    fc.constantFrom('', '', '@main'),
  )
  .map(([provider, what, account]) => `${provider}:${what}${account}`)

const conditions = { pattern, where, roles }
const plainOr = <T>(rule: fc.Arbitrary<T>): fc.Arbitrary<T | string> => fc.oneof(pattern, rule)
const letting = plainOr(fc.record({ ...conditions, per }, { requiredKeys: ['pattern'] }))
const denying = plainOr(fc.record(conditions, { requiredKeys: ['pattern'] }))
const asking = plainOr(
  fc.record({ ...conditions, except: fc.array(letting, { maxLength: 3 }) }, { requiredKeys: ['pattern'] }),
)
const policy = fc.record(
  {
    allow: fc.oneof(fc.constant(['*:*', '*:secret', 'bank:raw']), fc.array(letting, { minLength: 1, maxLength: 4 })),
    deny: fc.array(denying, { maxLength: 2 }),
    ask: fc.array(asking, { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

interface Called extends AccessCall {
  readonly provider: string
}

const call = fc
  .record({
    place: fc.constantFrom(...places),
    account: fc.constantFrom('main', 'live'),
    params: parameters,
    isRead: fc.boolean(),
    isOfAll: fc.boolean(),
  })
  .map(({ place: { provider, name }, account, params, isRead, isOfAll }): Called => {
    const { kind, classes = [], conditional = [], roles: own } = actions[provider]?.[name] ?? { kind: 'read' }
    const callClasses = isOfAll ? classes : classes.filter((one) => !conditional.includes(one))
    const called = { provider, action: name, kind, classes, callClasses, account, params, roles: own }
    return { ...called, ...(kind === 'raw' && { isRead }) }
  })

/** The values of a role, gathered by hand: an address of each `cc`, the fees beside the amount. */
const gather = (params: AccessCall['params'], of: readonly string[]): readonly unknown[] =>
  of.flatMap((place) => {
    const [name = '', member] = place.slice(1).split('/')
    const values = [params[name] ?? []].flat()
    return member === undefined ? values : values.flatMap((value) => (value as Record<string, unknown>)[member] ?? [])
  })

const texts = (values: readonly unknown[]): readonly (string | null)[] =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

const toNaive = (called: Called): NaiveCall => {
  const { provider, account, action, kind, classes, callClasses = classes, params, roles: own, isRead } = called
  const currency = String(params.currency).toUpperCase()
  const toMajor = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (!/^-?\d+(\.\d+)?$/.test(text) || params.currency === undefined) return null
    // The yen has no smaller unit; elsewhere it is a hundredth.
    if (currency === 'JPY') return { value: text, currency }
    return { value: `${text}e-2`, currency }
  }
  return {
    provider,
    account,
    action,
    kind: kind as NaiveCall['kind'],
    changes: kind === 'raw' && !isRead,
    classes,
    callClasses,
    parameters: params,
    ...(own?.recipient && {
      recipient: [...texts(gather(params, own.recipient)), ...(own.derives ? [null] : [])],
    }),
    ...(own?.destination && { destination: texts(gather(params, own.destination)) }),
    ...(own?.amount && {
      amount: own.amount.currency === undefined ? [null] : gather(params, own.amount.at).map(toMajor),
    }),
  }
}

const decisions = { refused: 'refused', asked: 'asked', sent: 'sent' } as const

/** The decision of core, with counts in memory. */
const decide = (access: Access, given: Called, counts: Map<string, number>): NaiveDecision => {
  const keys = ({ owner, text, per: bounds }: CountedBy) =>
    Object.entries(bounds).map(([unit, most]) => ({ id: `${owner} ${text} ${unit}`, most }))
  const decision = access.decide(given, (rule) => keys(rule).some(({ id, most }) => (counts.get(id) ?? 0) >= most))
  if (decision.kind !== 'refused')
    for (const id of new Set(decision.counted.flatMap(keys).map((key) => key.id)))
      counts.set(id, (counts.get(id) ?? 0) + 1)
  return decisions[decision.kind]
}

test('calls under generated rules are decided as plainly reading the rules decides them', () => {
  const seen: Record<string, number> = {}
  fc.assert(
    fc.property(policy, policy, fc.array(call, { minLength: 1, maxLength: 6 }), (tenant, token, called) => {
      const access = Access.of({ tenant, token } as Parameters<typeof Access.of>[0])
      const levels = [
        { name: 'tenant', ...tenant },
        { name: 'token', ...token },
      ] as NaiveLevel[]
      const counts: NaiveCounts = new Map()
      const own = new Map<string, number>()
      for (const each of called) {
        const want = decideNaively(levels, toNaive(each), counts, new Date('2026-11-28T12:30:00Z'))
        seen[want] = (seen[want] ?? 0) + 1
        expect(decide(access, each, own)).toBe(want)
      }
    }),
    { numRuns: times(2000) },
  )
  // All three decisions must occur, or the rules would show little.
  expect(Math.min(seen.sent ?? 0, seen.asked ?? 0, seen.refused ?? 0)).toBeGreaterThan(500)
})

test('what the lenient and the strict view have in common is decided so, whatever the parameters', () => {
  fc.assert(
    fc.property(policy, call, (tenant, each) => {
      const access = Access.of({ tenant } as Parameters<typeof Access.of>[0])
      const { conditional = [] } = actions[each.provider]?.[each.action] ?? {}
      const callClasses = each.classes.filter((one) => !conditional.includes(one))
      const lenient = access.decideUnknown({ ...each, callClasses }, 'lenient').kind
      const strict = access.decideUnknown({ ...each, callClasses: undefined }, 'strict').kind
      const order = ['sent', 'asked', 'refused']
      const found = order.indexOf(access.decide(each).kind)
      expect(order.indexOf(lenient)).toBeLessThanOrEqual(found)
      expect(order.indexOf(strict)).toBeGreaterThanOrEqual(found)
    }),
    { numRuns: times(2000) },
  )
})

const domains = new Map(
  Object.entries(actions).map(([id, own]) => {
    const names = Object.keys(own)
    const source = {
      names: () => names,
      kind: (name: string) => own[name]?.kind,
      classes: (name: string) => own[name]?.classes ?? [],
      sureClasses: (name: string) => {
        const { classes, conditional } = own[name] ?? {}
        return conditional && classes?.filter((one) => !conditional.includes(one))
      },
    }
    return [id, { provider: { id }, source } as unknown as Domain]
  }),
)

test('a policy that sends a call which another one stopped is wider', () => {
  fc.assert(
    fc.property(policy, policy, fc.array(call, { minLength: 1, maxLength: 8 }), (before, after, called) => {
      const order = ['sent', 'asked', 'refused']
      const [old, next] = [before, after].map((token) => Access.of({ token } as Parameters<typeof Access.of>[0]))
      const getsFurther = called.some(
        (each) => order.indexOf(next?.decide(each).kind ?? '') < order.indexOf(old?.decide(each).kind ?? ''),
      )
      if (getsFurther) expect(isWider(before as object, after as object, domains)).toBe(true)
      expect(isWider(before as object, before as object, domains)).toBe(false)
    }),
    { numRuns: times(3000) },
  )
})
