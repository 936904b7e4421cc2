/** Policies of patterns alone decide as they did before there were classes and conditions. */
import { Access, type AccessPolicy } from '@patchbay/core/access'
import type { ClassName } from '@patchbay/core/provider'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../times.ts'

type Kind = 'read' | 'write' | 'secret-read' | 'secret-write' | 'raw'

interface OldPattern {
  readonly provider: string
  readonly what: string
  readonly account: string | undefined
}

const parse = (text: string): OldPattern => {
  const [, provider = '', what = '', account] = /^([^:]+):([^@]+)(?:@(.+))?$/.exec(text) ?? []
  return { provider, what, account }
}

const toRight = (kind: Kind): string => (kind.startsWith('secret-') ? 'secret' : kind)

// The functions of version 0.2.0, with their order of arguments.
const covers = ({ provider, what, account }: OldPattern, domain: string, action: string, kind: Kind, at: string) =>
  (provider === '*' || provider === domain) &&
  (account === undefined || account === at) &&
  (what === action || what === toRight(kind) || (what === '*' && (kind === 'read' || kind === 'write')))

const denied: Readonly<Record<Kind, readonly string[]>> = {
  read: [],
  write: [],
  'secret-read': ['*', 'read'],
  'secret-write': ['*', 'write'],
  raw: ['*', 'read', 'write', 'secret'],
}

const denies = (pattern: OldPattern, domain: string, action: string, kind: Kind, at: string) =>
  covers(pattern, domain, action, kind, at) ||
  (denied[kind].includes(pattern.what) && covers({ ...pattern, what: action }, domain, action, kind, at))

const asks = (pattern: OldPattern, domain: string, action: string, kind: Kind, at: string, isRead: boolean) => {
  if (kind !== 'raw') return denies(pattern, domain, action, kind, at)
  const isMeant = pattern.what === 'raw' || (!isRead && (pattern.what === 'write' || pattern.what === '*'))
  return isMeant && covers({ ...pattern, what: action }, domain, action, kind, at)
}

interface Called {
  readonly provider: string
  readonly action: string
  readonly kind: Kind
  readonly classes: readonly ClassName[]
  readonly account: string
  readonly isRead: boolean
}

/** The old decision, with the rule that made it. */
const decideAsBefore = (levels: readonly AccessPolicy[], { provider, action, kind, account, isRead }: Called) => {
  const owners = ['tenant', 'token', 'grant']
  for (const [nth, { allow, deny }] of levels.entries()) {
    const refusing = (deny as string[] | undefined)?.find((text) =>
      denies(parse(text), provider, action, kind, account),
    )
    if (refusing !== undefined) return { kind: 'refused', owner: owners[nth], pattern: refusing }
    if (allow && !(allow as string[]).some((text) => covers(parse(text), provider, action, kind, account)))
      return { kind: 'refused', owner: owners[nth], pattern: undefined }
  }
  for (const [nth, { ask }] of levels.entries()) {
    const asking = (ask as string[] | undefined)?.find((text) =>
      asks(parse(text), provider, action, kind, account, isRead),
    )
    if (asking !== undefined) return { kind: 'asked', owner: owners[nth], pattern: asking }
  }
  return { kind: 'sent' }
}

const kinds: Readonly<Record<string, Kind>> = {
  search: 'read',
  create: 'write',
  refund: 'write',
  keys: 'secret-read',
  rotate: 'secret-write',
  raw: 'raw',
}
const pattern = fc
  .tuple(
    fc.constantFrom('*', 'hubspot', 'stripe'),
    fc.constantFrom('*', 'read', 'write', 'secret', ...Object.keys(kinds)),
    fc.constantFrom('', '@main', '@live'),
  )
  .map((parts) => `${parts[0]}:${parts[1]}${parts[2]}`)
const list = fc.array(pattern, { maxLength: 4 })
const policy = fc.record(
  { allow: fc.oneof(fc.constant(['*:*', '*:raw', '*:secret']), list), deny: list, ask: list },
  { requiredKeys: [] },
)
const call = fc
  .record({
    provider: fc.constantFrom('hubspot', 'stripe'),
    action: fc.constantFrom(...Object.keys(kinds)),
    classes: fc.subarray<ClassName>(['sends', 'pays', 'grants', 'unclassed']),
    account: fc.constantFrom('main', 'live'),
    isRead: fc.boolean(),
  })
  .map((one): Called => ({ ...one, kind: kinds[one.action] ?? 'read' }))

test('old policies decide every call as before, by the same rule', () => {
  fc.assert(
    fc.property(
      policy,
      policy,
      policy,
      fc.array(call, { minLength: 1, maxLength: 4 }),
      (tenant, token, grant, calls) => {
        const access = Access.of({ tenant, token, grant })
        for (const each of calls) {
          const decision = access.decide({ ...each, roles: undefined, params: {} })
          const by =
            decision.kind === 'refused'
              ? { owner: decision.refusal.owner, pattern: decision.refusal.denied }
              : decision.kind === 'asked' && { ...decision.rule }
          expect({ kind: decision.kind, ...by }).toEqual(decideAsBefore([tenant, token, grant], each))
        }
      },
    ),
    { numRuns: times(5000) },
  )
})
