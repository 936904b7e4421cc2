import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../test/times.ts'
import { GatewayError } from '../errors.ts'
import type { ClassName } from '../provider/index.ts'
import { Access, type AccessKind, type AccessPolicy, type AccessTarget, parsePattern } from './index.ts'

const providers = ['hubspot', 'stripe']
const actions = {
  search: 'read',
  get: 'read',
  create: 'write',
  keys: 'secret-read',
  rotate: 'secret-write',
  raw: 'raw',
  connect: 'connect',
} as const satisfies Record<string, AccessKind>
const accounts = ['main', 'live']
const classes: Readonly<Record<string, readonly ClassName[]>> = { create: ['sends', 'pays'], rotate: ['grants'] }

const toTarget = (provider: string, action: string, kind: AccessKind, account: string): AccessTarget => ({
  provider,
  action,
  kind,
  classes: classes[action] ?? [],
  account,
})
const calls = providers.flatMap((provider) =>
  Object.entries(actions).flatMap(([action, kind]) =>
    accounts.flatMap((account) => {
      const target = toTarget(provider, action, kind, account)
      return kind === 'raw' ? [target, { ...target, isRead: true }] : [target]
    }),
  ),
)

/** The decision about access, written as plainly and slowly as possible. */
const reference = (policies: readonly AccessPolicy[], call: (typeof calls)[number]): boolean => {
  const covered = (texts: AccessPolicy['deny'], isDeny = false): boolean =>
    (texts ?? []).some((entry) => {
      const text = String(entry)
      const [what = '', account] = (text.split(':')[1] ?? '').split('@')
      const provider = text.split(':')[0]
      if (provider !== '*' && provider !== call.provider) return false
      if (account !== undefined && account !== call.account) return false
      if (what === call.action) return true
      const isClass = ['sends', 'pays', 'grants', 'unclassed'].includes(what)
      if (call.action === 'raw')
        return isDeny && (['read', 'write', 'secret', '*'].includes(what) || (isClass && !call.isRead))
      if (call.action === 'connect') return isDeny && what === '*'
      const [first, second] = call.kind.split('-')
      if (isClass) return call.classes.some((one) => one === what) && (isDeny || first === 'write')
      if (first === 'secret') return what === 'secret' || (isDeny && (what === '*' || what === second))
      return what === '*' || what === first
    })
  return policies.every(({ allow, deny }) => !covered(deny, true) && (allow ? covered(allow) : true))
}

const pattern = fc
  .tuple(
    fc.constantFrom('*', ...providers),
    fc.constantFrom('*', 'read', 'write', 'secret', 'sends', 'grants', 'unclassed', ...Object.keys(actions)),
    fc.constantFrom('', '@main', '@live'),
  )
  .map(([provider, what, account]) => `${provider}:${what}${account}`)
const patterns = fc.option(fc.array(pattern, { maxLength: 4 }), { nil: null })
const policy = fc.record({ allow: patterns, deny: patterns })

test('every decision about random policies is that of a plain reference', () => {
  fc.assert(
    fc.property(policy, policy, policy, (tenant, token, grant) => {
      const access = Access.of({ tenant, token, grant })
      for (const call of calls) {
        expect(access.admits(call)).toBe(reference([tenant, token, grant], call))
      }
    }),
    { numRuns: times(1000) },
  )
})

test('no policy of a grant or a token lets through what its parents refuse', () => {
  fc.assert(
    fc.property(policy, policy, policy, (tenant, token, grant) => {
      const parent = Access.of({ tenant, token })
      const child = Access.of({ tenant, token, grant })
      for (const call of calls) if (child.admits(call)) expect(parent.admits(call)).toBe(true)
    }),
  )
})

test.each([
  ['hubspot:read', { provider: 'hubspot', what: 'read' }],
  ['*:*', { provider: '*', what: '*' }],
  ['stripe:create_refund@live', { provider: 'stripe', what: 'create_refund', account: 'live' }],
  ['hubspot', undefined],
  ['hubspot:', undefined],
  ['hubspot:read@', undefined],
  ['hubspot:read write', undefined],
  ['HubSpot:read', undefined],
  ['hubspot:read@a@b', undefined],
  [`hubspot:${'a'.repeat(200)}`, undefined],
])('the pattern %j', (text, want) => {
  expect(parsePattern(text)).toEqual(want && { text, ...want })
})

const errorOf = (access: Access): GatewayError => {
  try {
    access.assert(toTarget('hubspot', 'create', 'write', 'main'))
  } catch (error) {
    if (error instanceof GatewayError) return error
  }
  throw new Error('nothing was refused')
}

test('a refused call is told which rule of whom refused it, and what would be needed', () => {
  const byToken = errorOf(Access.of({ token: { allow: ['*:read'] } }))
  expect([byToken.code, byToken.message, byToken.extras.scope]).toEqual([
    'FORBIDDEN',
    'create at hubspot/main is refused: the token does not allow it; it needs hubspot:write',
    undefined,
  ])
  const byTenant = errorOf(Access.of({ tenant: { deny: ['hubspot:create'] } }))
  expect(byTenant.message).toBe('create at hubspot/main is refused: the tenant denies hubspot:create')
})

test('an action that answers with credentials takes a right of its own, or its name', () => {
  const keys = (policy: AccessPolicy) =>
    Access.of({ token: policy }).admits(toTarget('stripe', 'keys', 'secret-read', 'live'))
  expect(keys({ allow: ['*:read', '*:write', '*:*'] })).toBe(false)
  expect(['*:secret', 'stripe:secret@live', 'stripe:keys'].map((allow) => keys({ allow: [allow] }))).not.toContain(
    false,
  )
  expect(['*:*', 'stripe:read', '*:secret', 'stripe:keys'].map((deny) => keys({ deny: [deny] }))).not.toContain(true)
  expect([keys({ deny: ['*:write'] }), keys({})]).toEqual([true, true])
  const assertSecretRead = () =>
    Access.of({ token: { allow: ['*:*'] } }).assert(toTarget('stripe', 'keys', 'secret-read', 'live'))
  expect(assertSecretRead).toThrow('it needs stripe:secret')
})

test('links that connect an account are only for who has no policy, or whose every policy names the right', () => {
  const mayConnect = (tenant: AccessPolicy, token: AccessPolicy) =>
    Access.of({ tenant, token }).mayConnect('stripe', 'live')
  const named = { allow: ['*:read', 'stripe:connect'] }
  expect(mayConnect({}, {})).toBe(true)
  expect(mayConnect(named, { allow: ['*:connect'] })).toBe(true)
  expect(mayConnect({}, named)).toBe(true)
  const others = [{ allow: ['*:*', '*:secret'] }, { deny: ['*:write'] }, { ...named, deny: ['*:*'] }]
  expect(others.map((policy) => mayConnect({}, policy))).toEqual([false, false, false])
  expect(mayConnect({ deny: ['hubspot:write'] }, named)).toBe(false)
})

test('the scope that is needed is named only where nothing but the grant stands in the way', () => {
  const grant = { allow: ['hubspot:read'] }
  expect(errorOf(Access.of({ grant })).extras.scope).toBe('hubspot:write')
  expect(errorOf(Access.of({ tenant: { deny: ['hubspot:write'] }, grant })).extras.scope).toBeUndefined()
})

test('who was not admitted yet may do nothing', () => {
  expect(Access.nothing.admits(toTarget('hubspot', 'search', 'read', 'main'))).toBe(false)
  expect(Access.everything.admits(toTarget('hubspot', 'raw', 'raw', 'main'))).toBe(true)
})

test('deny and ask judge what a call does, and allow goes by what any call of the action may do', () => {
  const target = toTarget('hubspot', 'create', 'write', 'main')
  const call = (callClasses: readonly ClassName[]) => ({ ...target, callClasses, roles: undefined, params: {} })
  const asking = Access.of({ token: { ask: ['*:sends'] } })
  const decided = (access: Access) => [call(['sends', 'pays']), call(['pays'])].map((one) => access.decide(one).kind)
  expect(decided(asking)).toEqual(['asked', 'sent'])
  expect(decided(Access.of({ token: { deny: ['*:sends'] } }))).toEqual(['refused', 'sent'])
  expect(decided(Access.of({ token: { allow: ['*:sends'] } }))).toEqual(['sent', 'sent'])
  // Without the parameters a call's classes are unknown too.
  expect(asking.decideUnknown({ ...target, callClasses: ['pays'] }, 'lenient').kind).toBe('sent')
  expect(asking.decideUnknown(target, 'strict').kind).toBe('asked')
})
