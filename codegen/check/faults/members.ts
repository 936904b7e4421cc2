import type { AnyCuration, AnyProvider, Auth, Limits, Pages } from '@patchbay/core/provider'
import { formatHint } from '@patchbay/core/schema'
import { type Fault, faultsAt } from './fault.ts'
import {
  authMembers,
  confirmMembers,
  credentialFieldMembers,
  curationMembers,
  definitionMembers,
  hintMembers,
  keyMembers,
  limitHeaderMembers,
  limitMembers,
  membersOfReads,
  membersOfWrites,
  pagesMembers,
  providerMembers,
  requestMembers,
} from './known-members.ts'

/** The members that `known` doesn't have, each with the one that was most likely meant. */
const unknownIn = (declared: unknown, known: object, within: readonly string[] = []): Fault[] => {
  const names = Object.keys(known).filter((name) => name !== 'kind')
  const where = within.length === 0 ? '' : ` of \`${within.join('.')}\``
  return Object.keys(Object(declared))
    .filter((name) => !Object.hasOwn(known, name))
    .flatMap((name) => {
      const suggestion = formatHint(name, names) || `; the members${where || ' here'} are ${names.join(', ')}`
      return faultsAt([...within, name], [`unknown member \`${name}\`${where}${suggestion}`])
    })
}

/** Members of an action's definition that nothing reads. */
export const definitionFaults = (definition: object, kind: 'read' | 'write'): Fault[] => {
  const others = Object.keys(kind === 'read' ? membersOfWrites : membersOfReads).filter((name) => name in definition)
  const [own, other, why] =
    kind === 'read'
      ? ['read', 'write', 'which only writes have']
      : ['write', 'read', 'but only reads are cached and paged']
  return [
    ...unknownIn(definition, definitionMembers),
    ...keyMemberFaults(definition),
    ...confirmMemberFaults(definition),
    ...others.flatMap((name) =>
      faultsAt([name], [`a ${own} has \`${name}\`, ${why}: remove it, or make the action a ${other}(...)`]),
    ),
  ]
}

/** Members of an overlay's action that nothing reads. */
export const curationMemberFaults = (curation: AnyCuration): Fault[] => [
  ...unknownIn(curation, curationMembers),
  ...keyMemberFaults(curation),
  ...confirmMemberFaults(curation),
]

const confirmMemberFaults = ({ confirm }: Pick<AnyCuration, 'confirm'>): Fault[] =>
  unknownIn(confirm, confirmMembers, ['confirm'])

const keyMemberFaults = ({ idempotencyKey }: Pick<AnyCuration, 'idempotencyKey'>): Fault[] =>
  typeof idempotencyKey === 'object' ? unknownIn(idempotencyKey, keyMembers, ['idempotencyKey']) : []

/** Members of a provider, of its authentication and its smaller parts that nothing reads. */
export const providerMemberFaults = (provider: AnyProvider): Fault[] => [
  ...unknownIn(provider, providerMembers),
  ...authMemberFaults(provider.auth),
  ...unknownIn(provider.probe, { action: true, params: true, identity: true }, ['probe']),
  ...Object.entries(provider.credentialFields ?? {}).flatMap(([name, field]) =>
    unknownIn(field, credentialFieldMembers, ['credentialFields', name]),
  ),
  ...unknownIn(provider.retry, { tries: true, on: true }, ['retry']),
  ...unknownIn(provider.rateLimit, hintMembers, ['rateLimit']),
  ...limitMemberFaults(provider.limits),
]

const limitMemberFaults = (limits: Limits | undefined): Fault[] => {
  // A value that isn't an object has no members; another check reports it.
  if (typeof limits !== 'object') return []
  const { headers } = limits
  if (typeof headers === 'string') return unknownIn(limits, limitMembers, ['limits'])
  return [
    ...unknownIn(limits, limitMembers, ['limits']),
    ...unknownIn(headers, limitHeaderMembers, ['limits', 'headers']),
    ...unknownIn(headers?.reset, hintMembers, ['limits', 'headers', 'reset']),
  ]
}

const authMemberFaults = (auth: Auth | undefined, within: readonly string[] = ['auth']): Fault[] => {
  if (!auth || !Object.hasOwn(authMembers, auth.kind)) return []
  // It was called with something other than a place; its members mean nothing.
  if (auth.kind === 'apiKey' && [auth.header, auth.query, auth.cookie, auth.body].every((place) => place === undefined))
    return []
  const keys = auth.kind === 'keys' ? Object.entries(auth.keys) : []
  const alternatives = auth.kind === 'oneOf' ? Object.entries(auth.alternatives) : []
  return [
    ...unknownIn(auth, authMembers[auth.kind], within),
    // The keys are the arguments of the call itself.
    ...keys.flatMap(([name, place]) => unknownIn(place, authMembers.apiKey, [...within, name])),
    ...alternatives.flatMap(([name, alternative]) => authMemberFaults(alternative, [...within, name])),
  ]
}

/** Members of an action's `pages` that nothing reads. */
export const pagesMemberFaults = (pages: Pages): Fault[] => [
  ...unknownIn(pages, pagesMembers[pages.kind], ['pages']),
  ...unknownIn(pages.size, { into: true, max: true, default: true }, ['pages', 'size']),
]

/** Unknown members of the object that `request` returns: core would not send them. */
export const requestMemberFaults = (parts: object): string[] =>
  unknownIn(parts, requestMembers).map(({ message }) => `\`request\` returns an ${message}`)
