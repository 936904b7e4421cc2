import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../test/times.ts'
import { Access, type AccessKind, type AccessTarget } from '../access/index.ts'
import type { Domain } from '../schema/index.ts'
import type { TenantRecord, TenantTokenRecord } from '../store/index.ts'
import { decideUses } from './decided-uses.ts'
import { checkPolicy, leastPolicy, type Subject, type UsedAction } from './index.ts'
import type { Use } from './uses.ts'

const kinds: Readonly<Record<string, Readonly<Record<string, AccessKind>>>> = {
  hubspot: { search: 'read', get: 'read', create: 'write' },
  stripe: { list: 'read', refund: 'write' },
}
const classes: Readonly<Record<string, readonly string[]>> = { create: [], refund: ['pays'] }
const accounts = ['main', 'live']

const domains = new Map(
  Object.entries(kinds).map(([id, actions]) => [
    id,
    {
      provider: { id },
      source: { kind: (name: string) => actions[name], classes: (name: string) => classes[name] ?? [] },
    } as unknown as Domain,
  ]),
)

const pattern = fc
  .tuple(
    fc.constantFrom('*', 'hubspot', 'stripe'),
    fc.constantFrom('*', 'read', 'write', 'raw', 'pays', 'runs', 'search', 'get', 'create', 'list'),
    fc.constantFrom('', '@main', '@live'),
  )
  .map(([provider, what, account]) => `${provider}:${what}${account}`)
const patterns = fc.option(fc.array(pattern, { maxLength: 4 }), { nil: null })
const policy = fc.record({ allow: patterns, deny: patterns })

const tokens = ['a00000000000', 'b00000000000']
const called = Object.entries(kinds).flatMap(([provider, actions]) =>
  [...Object.keys(actions), 'raw'].flatMap((action) =>
    accounts.flatMap((account) =>
      [...tokens, 'c00000000000'].map((token_id) => ({ provider, account, action, token_id })),
    ),
  ),
)
const uses: fc.Arbitrary<readonly Use[]> = fc
  .subarray(called)
  .chain((some) =>
    fc
      .array(fc.record({ admitted: fc.nat(3), refused: fc.nat(3) }), { minLength: some.length, maxLength: some.length })
      .map((counts) =>
        some.map((use, nth) => ({ ...use, admitted: 0, refused: 0, ...counts[nth], last: '2026-11-20T12' })),
      ),
  )

const subject = fc
  .record({
    options: policy,
    own: fc.tuple(policy, policy),
    scope: policy,
    tokenId: fc.constantFrom(undefined, ...tokens),
  })
  .map(({ options, own, scope, tokenId }): Subject => {
    const providers = Object.fromEntries(
      Object.keys(kinds).map((id) => [id, { accounts: accounts.map((account) => ({ id: account, label: account })) }]),
    )
    const [a, b] = own.map((each, nth) => ({ ...each, token_id: tokens[nth] }) as unknown as TenantTokenRecord)
    return {
      tenant: { id: 'acme', providers, options } as unknown as TenantRecord,
      // The third token is that of an application, which was connected with the first one.
      callers: new Map([
        [tokens[0] ?? '', { token: a, grant: {} }],
        [tokens[1] ?? '', { token: b, grant: {} }],
        ['c00000000000', { token: a, grant: { allow: scope.allow } }],
      ]),
      domains,
      ...(tokenId !== undefined && { tokenId }),
    }
  })

const toTarget = ({ provider, action, account }: Pick<Use, 'provider' | 'action' | 'account'>): AccessTarget => ({
  provider,
  action,
  kind: action === 'raw' ? 'raw' : (kinds[provider]?.[action] ?? 'raw'),
  classes: (classes[action] ?? []) as AccessTarget['classes'],
  account: account ?? '',
})

/** The decision of core, with the subject's policy changed. */
const admits = ({ tenant, callers, tokenId }: Subject, use: Use, changed?: object): boolean => {
  const { token, grant = {} } = callers.get(use.token_id) ?? {}
  const isTenant = tokenId === undefined
  const access = Access.of({
    tenant: (isTenant && changed) || tenant.options,
    token: (!isTenant && changed) || token || {},
    grant,
  })
  return access.admits(toTarget(use))
}

const isOf = ({ callers, tokenId }: Subject, { token_id }: Use): boolean =>
  tokenId === undefined || callers.get(token_id)?.token?.token_id === tokenId

const callsBy = (actions: readonly UsedAction[]) =>
  actions
    .flatMap(({ provider, account, action, tokens: each }) =>
      each.map(({ token_id, calls }) => `${provider}:${action}@${account} ${token_id} ${calls}`),
    )
    .toSorted()

const name = ({ provider, action, account, token_id }: Use, calls: number) =>
  `${provider}:${action}@${account} ${token_id} ${calls}`

test('a check tells exactly the calls about which the changed policy decides otherwise', () => {
  fc.assert(
    fc.property(subject, uses, policy, (about, log, changed) => {
      const own = log.filter((use) => isOf(about, use))
      const { refused, allowed, calls, gone } = checkPolicy(about, log, changed)
      const wantRefused = own.filter((use) => use.admitted > 0 && admits(about, use) && !admits(about, use, changed))
      expect(callsBy(refused)).toEqual(wantRefused.map((use) => name(use, use.admitted)).toSorted())
      const wantAllowed = own.filter((use) => !admits(about, use) && admits(about, use, changed))
      expect(callsBy(allowed)).toEqual(wantAllowed.map((use) => name(use, use.admitted + use.refused)).toSorted())
      expect(calls).toBe(own.reduce((sum, { admitted, refused: not }) => sum + admitted + not, 0))
      expect(gone).toEqual([])
    }),
    { numRuns: times(300) },
  )
})

test('the least policy refuses nothing that was used, and without any of its patterns something', () => {
  fc.assert(
    fc.property(subject, uses, (about, log) => {
      const { allow, wider, used } = leastPolicy(about, log)
      expect(checkPolicy(about, log, { allow }).refused).toEqual([])
      expect(checkPolicy(about, log, { allow: wider }).refused).toEqual([])
      for (const without of allow) {
        const rest = allow.filter((each) => each !== without)
        expect(checkPolicy(about, log, { allow: rest }).refused).not.toEqual([])
      }
      const access = Access.of({ tenant: { allow } })
      const wasUsed = new Set(used.map(({ provider, action, account }) => `${provider}:${action}@${account}`))
      const admitted = called.filter((use) => {
        const { provider, action, account } = use
        return access.admits(toTarget({ provider, action, account }))
      })
      expect(new Set(admitted.map(({ provider, action, account }) => `${provider}:${action}@${account}`))).toEqual(
        wasUsed,
      )
    }),
    { numRuns: times(300) },
  )
})

const asksAbout = (about: Subject, log: readonly Use[], ask: readonly string[] | null | undefined) => {
  const { tenant, tokenId } = about
  const isTenant = tokenId === undefined
  const stored = isTenant ? tenant.options : (about.callers.get(tokenId)?.token ?? {})
  return decideUses(about, log, { ...stored, ask: ask ?? null }).filter(({ askRule }) => askRule !== undefined)
}

test('with the least `ask` the calls that were used wait as they do today, and each of its patterns asks about some', () => {
  const asking = fc.tuple(subject, fc.tuple(patterns, patterns)).map(([about, [ofTenant, ofToken]]): Subject => {
    const callers = [...about.callers].map(
      ([id, { token, grant }]) => [id, { token: { ...token, ask: ofToken } as TenantTokenRecord, grant }] as const,
    )
    const options = { ...about.tenant.options, ask: ofTenant }
    return { ...about, tenant: { ...about.tenant, options } as TenantRecord, callers: new Map(callers) }
  })
  fc.assert(
    fc.property(asking, uses, (about, log) => {
      const used = log.filter(({ admitted }) => admitted > 0)
      const { ask, asked } = leastPolicy(about, log)
      const today = decideUses(about, used).filter(({ askRule }) => askRule !== undefined)
      expect(callsBy(asked)).toEqual(today.map((each) => name(each, each.admitted)).toSorted())
      const names = (list: readonly Use[]) => list.map((each) => name(each, each.admitted))
      expect(names(asksAbout(about, used, ask))).toEqual(names(today))
      const countOwn = (list: readonly string[]): number =>
        asksAbout(about, used, list).filter(({ askRule }) => list.includes(askRule?.pattern ?? '')).length
      for (const without of ask) expect(countOwn(ask.filter((each) => each !== without))).toBeLessThan(countOwn(ask))
    }),
    { numRuns: times(300) },
  )
})

const use = (changes: Partial<Use>): Use => ({
  token_id: 'd00000000000',
  provider: 'hubspot',
  account: 'main',
  action: 'search',
  admitted: 1,
  refused: 0,
  last: '2026-11-20T12',
  ...changes,
})
const plain = {
  tenant: {
    providers: {
      hubspot: { accounts: [{ id: 'main' }, { id: 'live' }] },
      stripe: { accounts: [{ id: 'main' }] },
    },
    options: {},
  } as unknown as TenantRecord,
  callers: new Map(),
  domains,
}

test('patterns are as short as the accounts allow; the wider ones take all reads of a provider together', () => {
  const log = [
    use({}),
    use({ account: 'live' }),
    use({ action: 'get' }),
    use({ action: 'create', account: 'live' }),
    use({ provider: 'stripe', action: 'list' }),
    use({ provider: 'stripe', action: 'raw' }),
    use({ provider: 'stripe', action: 'refund', admitted: 0, refused: 3 }),
  ]
  const { allow, wider } = leastPolicy(plain, log)
  expect(allow).toEqual(['hubspot:create@live', 'hubspot:get@main', 'hubspot:search', 'stripe:list', 'stripe:raw'])
  expect(wider).toEqual(['hubspot:create@live', 'hubspot:read', 'stripe:raw', 'stripe:read'])
})

test.each([
  ['an action that the provider lacks', { action: 'gone' }],
  ['an account that the tenant lacks', { account: 'gone' }],
  ['a provider that the tenant lacks', { provider: 'slack' }],
])('%s is told apart, and no pattern is made of it', (_, changes) => {
  const log = [use(changes)]
  const { gone, calls, refused } = checkPolicy(plain, log, { allow: [] })
  expect([gone.length, gone[0]?.kind, calls, refused]).toEqual([1, null, 0, []])
  const least = leastPolicy(plain, log)
  expect([least.allow, least.gone.length]).toEqual([[], 1])
})

test('a refused call that named no account would be allowed where one account is', () => {
  const refusing = { ...plain, tenant: { ...plain.tenant, options: { allow: [] } } as unknown as TenantRecord }
  const log = [use({ account: null, admitted: 0, refused: 2 })]
  expect(checkPolicy(refusing, log, { allow: ['hubspot:read@live'] }).allowed).toMatchObject([
    { calls: 2, account: null },
  ])
  expect(checkPolicy(refusing, log, { allow: ['hubspot:write'] }).allowed).toEqual([])
})

test('the rule that refuses is named, with the calls of each token, most first', () => {
  const log = [use({}), use({ token_id: 'e00000000000', admitted: 4, last: '2026-11-20T11' })]
  const { refused } = checkPolicy(plain, log, { deny: ['stripe:*', 'hubspot:read'] })
  expect(refused).toEqual([
    {
      provider: 'hubspot',
      account: 'main',
      action: 'search',
      kind: 'read',
      calls: 5,
      last: '2026-11-20T12',
      denied: 'hubspot:read',
      tokens: [
        { token_id: 'e00000000000', calls: 4 },
        { token_id: 'd00000000000', calls: 1 },
      ],
    },
  ])
})
