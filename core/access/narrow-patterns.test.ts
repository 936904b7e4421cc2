import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../test/times.ts'
import type { ClassName } from '../provider/index.ts'
import type { Domain } from '../schema/index.ts'
import {
  Access,
  type AccessKind,
  type AccessPolicy,
  type AccessTarget,
  isWider,
  isWithin,
  narrowPatterns,
} from './index.ts'

const kinds = {
  hubspot: { search: 'read', get: 'read', create: 'write', keys: 'secret-read', rotate: 'secret-write' },
  stripe: { search: 'write', refund: 'write', list: 'read' },
} as const satisfies Record<string, Record<string, AccessKind>>

const classes: Readonly<Record<string, readonly ClassName[]>> = {
  create: ['sends', 'pays'],
  refund: ['pays'],
  rotate: ['grants'],
}

const domains: ReadonlyMap<string, Domain> = new Map(
  Object.entries(kinds).map(([id, actions]) => {
    const byName = new Map<string, AccessKind>(Object.entries(actions))
    const source = {
      names: () => [...byName.keys()],
      kind: (name: string) => byName.get(name),
      classes: (name: string) => classes[name] ?? [],
    }
    return [id, { provider: { id }, source } as unknown as Domain]
  }),
)

const calls = Object.entries(kinds).flatMap(([provider, actions]) =>
  [...Object.entries(actions), ['raw', 'raw'] as const, ['connect', 'connect'] as const].flatMap(([action, kind]) =>
    ['main', 'live'].flatMap((account): AccessTarget[] => {
      const target = { provider, action, kind, classes: classes[action] ?? [], account }
      return kind === 'raw' ? [target, { ...target, isRead: true }] : [target]
    }),
  ),
)
type Call = (typeof calls)[number]

const pattern = fc
  .tuple(
    fc.constantFrom('*', 'hubspot', 'stripe'),
    fc.constantFrom(
      '*',
      'read',
      'write',
      'secret',
      'connect',
      'raw',
      'sends',
      'pays',
      'grants',
      'search',
      'get',
      'create',
      'keys',
      'refund',
    ),
    fc.constantFrom('', '@main', '@live'),
  )
  .map(([provider, what, account]) => `${provider}:${what}${account}`)
const list = fc.array(pattern, { maxLength: 4 })
const policy = fc.record({ allow: fc.option(list, { nil: null }), deny: fc.option(list, { nil: null }) })

const admits = (access: Access, call: Call): boolean =>
  call.kind === 'connect' ? access.mayConnect(call.provider, call.account) : access.admits(call)

const admitted = (policies: Parameters<typeof Access.of>[0]) => {
  const access = Access.of(policies)
  return calls.filter((call) => admits(access, call))
}

test('a narrowed scope admits what the wider one admits under the same parents, and no more than they allow', () => {
  fc.assert(
    fc.property(list, policy, policy, (patterns, tenant, token) => {
      const allow = narrowPatterns(patterns, [tenant, token], domains)
      expect(admitted({ tenant, token, grant: { allow } })).toEqual(
        admitted({ tenant, token, grant: { allow: patterns } }),
      )
      const alone = admitted({ grant: { allow } })
      const allowed = admitted({
        tenant: { allow: tenant.allow },
        token: { allow: token.allow },
        grant: { allow: patterns },
      })
      expect(allowed).toEqual(expect.arrayContaining(alone))
    }),
    { numRuns: times(2000) },
  )
})

test('what is within a scope admits nothing that the scope refuses, and a narrowed scope is within the wider one', () => {
  fc.assert(
    fc.property(list, list, policy, (patterns, scope, parent) => {
      if (isWithin(patterns, scope, domains)) {
        expect(admitted({ grant: { allow: scope } })).toEqual(
          expect.arrayContaining(admitted({ grant: { allow: patterns } })),
        )
      }
      expect(isWithin(narrowPatterns(scope, [parent], domains), scope, domains)).toBe(true)
    }),
    { numRuns: times(2000) },
  )
})

test.each<[asked: string[], allow: string[] | null, deny: string[] | null, want: string[]]>([
  [['*:read', '*:write', 'hubspot:read'], null, null, ['*:read', '*:write']],
  [['*:read'], ['hubspot:*', 'stripe:read@live'], null, ['hubspot:read', 'stripe:read@live']],
  [['hubspot:*'], ['hubspot:search'], null, ['hubspot:search']],
  [['*:search'], ['*:read'], null, ['hubspot:search']],
  [['hubspot:read', 'hubspot:write'], null, ['hubspot:write'], ['hubspot:read']],
  [['hubspot:write'], null, ['hubspot:create'], ['hubspot:write']],
  [['*:*'], ['*:raw'], null, []],
  [['*:*', '*:secret'], ['hubspot:keys'], null, ['hubspot:keys']],
  [['*:*', '*:secret', '*:connect'], null, ['*:*'], []],
  [['stripe:raw'], ['*:raw'], null, ['stripe:raw']],
  [['stripe:read@main'], ['stripe:read@live'], null, []],
])('%j under allow %j and deny %j is %j', (patterns, allow, deny, want) => {
  expect(narrowPatterns(patterns, [{ allow, deny }], domains)).toEqual(want)
})

test.each<[patterns: string[], scope: string[], want: boolean]>([
  [['hubspot:read'], ['*:read'], true],
  [['hubspot:*'], ['hubspot:read', 'hubspot:write'], true],
  [['hubspot:search@main'], ['hubspot:read'], true],
  [['*:read'], ['hubspot:read', 'stripe:read'], false],
  [['hubspot:read'], ['hubspot:read@main'], false],
  [['hubspot:raw'], ['hubspot:*'], false],
  [[], [], true],
])('%j within %j: %j', (patterns, scope, want) => {
  expect(isWithin(patterns, scope, domains)).toBe(want)
})

test('whatever a new policy admits and the old one refused makes it wider', () => {
  fc.assert(
    fc.property(policy, policy, (before, after) => {
      const admittedBefore = admitted({ token: before })
      const isMore = admitted({ token: after }).some((call) => !admittedBefore.includes(call))
      if (isMore) expect(isWider(before, after, domains)).toBe(true)
    }),
    { numRuns: times(5000) },
  )
})

test('a policy is not wider than itself, and more to deny or less to allow widens nothing', () => {
  fc.assert(
    fc.property(policy, policy, (before, more) => {
      expect(isWider(before, before, domains)).toBe(false)
      const denied = { ...before, deny: [...(before.deny ?? []), ...(more.deny ?? [])] }
      expect(isWider(before, denied, domains)).toBe(false)
      // A list `allow` may name the right to connect, which a list `deny` alone takes away.
      if (before.allow || !before.deny?.length)
        expect(isWider(before, { ...before, allow: before.allow?.slice(1) ?? more.allow }, domains)).toBe(false)
      expect(isWider({ allow: null, deny: null }, more, domains)).toBe(false)
    }),
    { numRuns: times(2000) },
  )
})

test.each<[before: AccessPolicy, after: AccessPolicy, want: boolean]>([
  // Raw reads are asked about by `raw` alone.
  [{ ask: ['*:raw'] }, { ask: ['*:*'] }, true],
  [{ ask: ['*:raw'] }, { ask: ['*:write'] }, true],
  [{ ask: ['*:raw'] }, { ask: ['*:sends'] }, true],
  [{ ask: ['*:raw'] }, { ask: ['*:*', '*:raw'] }, false],
  // Raw writes may send: both ask about them.
  [{ ask: ['*:sends'] }, { ask: ['*:*'] }, false],
  [{ ask: ['*:write'] }, { ask: ['*:*'] }, false],
  [{ ask: ['*:write'] }, { ask: ['*:raw', '*:write'] }, false],
  [{ ask: ['*:*'] }, { ask: ['*:raw', '*:read', '*:write', '*:secret', '*:connect'] }, false],
  [{ allow: ['hubspot:read'] }, { allow: ['hubspot:search'] }, false],
  [{ allow: ['hubspot:*'] }, { allow: ['hubspot:read', 'hubspot:write'] }, false],
  [{ allow: ['hubspot:read', 'hubspot:write'] }, { allow: ['hubspot:*'] }, false],
  [{ allow: ['*:*'] }, {}, true],
  [{ allow: ['*:*'] }, { allow: ['*:*', 'stripe:raw'] }, true],
  [{ allow: ['*:*'] }, { allow: ['*:*', 'stripe:raw'], deny: ['stripe:write'] }, false],
  [{ deny: ['hubspot:write'] }, { deny: ['hubspot:create'] }, true],
  [{ deny: ['hubspot:create'] }, { deny: ['hubspot:write'] }, false],
  [{ deny: ['hubspot:write'] }, { allow: ['stripe:*'] }, false],
  [{ deny: ['stripe:*'] }, { deny: ['stripe:read', 'stripe:write', 'stripe:connect'] }, false],
  // A list `deny` means more by `*` and `read` than a list `allow`.
  [{ allow: ['*:connect'], deny: ['stripe:*'] }, { allow: ['*:connect'], deny: ['stripe:read', 'stripe:write'] }, true],
  [{ deny: ['stripe:*'] }, { deny: ['stripe:read', 'stripe:write'] }, false],
  [{ deny: ['hubspot:read'] }, { deny: ['hubspot:search', 'hubspot:get'] }, true],
  [{ deny: ['hubspot:secret'] }, { deny: ['hubspot:read', 'hubspot:write'] }, false],
  [{ allow: ['hubspot:read'] }, { allow: ['hubspot:read', 'hubspot:keys'] }, true],
  [{ allow: ['hubspot:secret'] }, { allow: ['hubspot:keys'] }, false],
  [{ allow: ['*:*'] }, { allow: ['*:*', '*:connect'] }, true],
  // A list `deny` alone doesn't give the right to connect.
  [{ deny: ['hubspot:write'] }, { allow: ['*:*', '*:connect'], deny: ['hubspot:write'] }, true],
  [{ deny: ['hubspot:write'] }, { allow: ['*:*'], deny: ['hubspot:write'] }, false],
  [{ deny: ['hubspot:connect'] }, { deny: ['stripe:connect'] }, false],
  [{ deny: [] }, { allow: ['*:connect'] }, false],
  // Actions and accounts that come later count as well: today these admit the same.
  [{ allow: ['hubspot:search', 'hubspot:get'] }, { allow: ['hubspot:read'] }, true],
  [{ allow: ['hubspot:*', 'stripe:*'] }, { allow: ['*:*'] }, true],
])('from %j to %j: %j', (before, after, want) => {
  expect(isWider(before, after, domains)).toBe(want)
})
