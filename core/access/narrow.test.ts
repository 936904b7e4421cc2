import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Domain } from '../schema/index.ts'
import { Access, type AccessKind, isWithin, narrowed } from './index.ts'

const kinds = {
  hubspot: { search: 'read', get: 'read', create: 'write' },
  stripe: { search: 'write', refund: 'write', list: 'read' },
} as const satisfies Record<string, Record<string, AccessKind>>

const domains: ReadonlyMap<string, Domain> = new Map(
  Object.entries(kinds).map(([id, actions]) => {
    const byName = new Map<string, AccessKind>(Object.entries(actions))
    const source = { names: () => [...byName.keys()], kind: (name: string) => byName.get(name) }
    return [id, { provider: { id }, source } as unknown as Domain]
  }),
)

const calls = Object.entries(kinds).flatMap(([provider, actions]) =>
  [...Object.entries(actions), ['raw', 'raw'] as const].flatMap(([action, kind]) =>
    ['main', 'live'].map((account) => ({ provider, action, kind, account })),
  ),
)

const pattern = fc
  .tuple(
    fc.constantFrom('*', 'hubspot', 'stripe'),
    fc.constantFrom('*', 'read', 'write', 'raw', 'search', 'get', 'create', 'refund'),
    fc.constantFrom('', '@main', '@live'),
  )
  .map(([provider, what, account]) => `${provider}:${what}${account}`)
const list = fc.array(pattern, { maxLength: 4 })
const policy = fc.record({ allow: fc.option(list, { nil: null }), deny: fc.option(list, { nil: null }) })

const admitted = (policies: Parameters<typeof Access.of>[0]) => {
  const access = Access.of(policies)
  return calls.filter(({ provider, action, kind, account }) => access.admits(provider, action, kind, account))
}

test('a narrowed scope admits what the wider one admits under the same parents, and no more than they allow', () => {
  fc.assert(
    fc.property(list, policy, policy, (asked, tenant, token) => {
      const allow = narrowed(asked, [tenant, token], domains)
      expect(admitted({ tenant, token, grant: { allow } })).toEqual(
        admitted({ tenant, token, grant: { allow: asked } }),
      )
      const alone = admitted({ grant: { allow } })
      const allowed = admitted({
        tenant: { allow: tenant.allow },
        token: { allow: token.allow },
        grant: { allow: asked },
      })
      expect(allowed).toEqual(expect.arrayContaining(alone))
    }),
    { numRuns: 2000 },
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
      expect(isWithin(narrowed(scope, [parent], domains), scope, domains)).toBe(true)
    }),
    { numRuns: 2000 },
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
  [['stripe:raw'], ['*:raw'], null, ['stripe:raw']],
  [['stripe:read@main'], ['stripe:read@live'], null, []],
])('%j under allow %j and deny %j is %j', (asked, allow, deny, want) => {
  expect(narrowed(asked, [{ allow, deny }], domains)).toEqual(want)
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
