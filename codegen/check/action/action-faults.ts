import { refuseActionName } from '@patchbay/core/access'
import type { ActionEffect, AnyAction, AnyProvider } from '@patchbay/core/provider'
import { isReservedParameter } from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { definitionFaults } from '../faults/members.ts'
import { nameFaults } from '../faults/name-faults.ts'
import { pathFaults } from '../faults/path-faults.ts'
import { isText, plainFaults, statusesFaults } from '../faults/value-faults.ts'
import { schemaFaults } from '../schema/schema-faults.ts'
import { classFaults } from './class-faults.ts'
import { confirmFaults } from './confirm-faults.ts'
import { keyFaults } from './key-faults.ts'
import { modelFaults } from './model-faults.ts'
import { pagesFaults } from './pages-faults.ts'
import { placementFaults } from './placement-faults.ts'
import { roleFaults } from './role-faults.ts'
import { shapeFaults } from './shape-faults.ts'
import { sunsetFaults } from './sunset-faults.ts'

/** Snake case, and short enough that `<domain>_<action>` fits into a tool's name. */
const actionName = /^[a-z][a-z0-9_]{0,35}$/

/** The faults of one of a provider's actions. */
export const actionFaults = (
  name: string,
  action: AnyAction,
  provider: Pick<AnyProvider, 'encoding' | 'actions' | 'overlay'>,
  /** The names of all the provider's actions; unset if the caller doesn't know all. */
  actions?: readonly string[],
): Fault[] => {
  if (!isAction(action))
    return faultsAt([], [Object.values(Object(action)).some(isAction) ? notSpread(name) : noAction])
  const definition = action.definition
  return [
    ...faultsAt([], actionNameFaults(name)),
    ...faultsAt(['description'], descriptionFaults(action.description)),
    ...faultsAt(['synonyms'], synonymFaults(action.synonyms)),
    ...(definition ? definitionFaults(definition, action.effect.kind) : []),
    ...effectFaults(action.effect),
    ...keyFaults(action),
    ...Object.entries(Object(action.params)).flatMap(([parameter, schema]) =>
      faultsAt(['params', parameter], parameterFaults(parameter, schema)),
    ),
    ...faultsAt(['result'], action.result === undefined ? [] : schemaFaults(action.result, '`result`')),
    ...faultsAt(['answers'], action.answers === undefined ? [] : schemaFaults(action.answers, '`answers`')),
    ...shapeFaults(action),
    ...placementFaults(action, provider.encoding),
    ...(action.pages === undefined ? [] : pagesFaults(action.pages, action.effect, action.params)),
    ...faultsAt(['sunset'], sunsetFaults(action.sunset)),
    ...faultsAt(['confirm'], ofHandFaults(action, provider)),
    ...faultsAt(['is'], classFaults(Reflect.get(Object(definition), 'is'))),
    ...roleFaults(action),
    ...modelFaults(action, actions),
    ...faultsAt(['route'], pathFaults(action.route)),
    ...faultsAt(['origin'], action.origin === undefined ? [] : plainFaults(action.origin)),
  ]
}

/** A read of the document is looked at with the overlay. */
const ofHandFaults = (
  { confirm }: AnyAction,
  { actions, overlay }: Pick<AnyProvider, 'actions' | 'overlay'>,
): string[] =>
  overlay && typeof confirm?.read === 'string'
    ? []
    : confirmFaults(
        confirm,
        (read) => Object.values<AnyAction>(actions).find((one) => one === read),
        'of this provider',
      )

const noAction =
  "it is not an action: define it with read(...) or write(...); if it is only a helper, don't export it from a file that is spread into `actions`"

const notSpread = (name: string): string => `it holds actions: spread it, like { ...${name} }`

export const isAction = (value: unknown): value is AnyAction => {
  const { request, effect } = Object(value) as Partial<AnyAction>
  return typeof request === 'function' && (effect?.kind === 'read' || effect?.kind === 'write')
}

export const descriptionFaults = (description: unknown): string[] =>
  isText(description) ? [] : ['`description` is empty: say in one sentence what it does, for people and models']

const mostSynonyms = 12
const longestSynonym = 60

export const synonymFaults = (synonyms: unknown = []): string[] =>
  Array.isArray(synonyms) &&
  synonyms.length <= mostSynonyms &&
  synonyms.every((one) => isText(one) && one.length <= longestSynonym)
    ? []
    : [
        `\`synonyms\` is not a list of at most ${mostSynonyms} texts of at most ${longestSynonym} characters: write it like ['ticket', 'bug report']`,
      ]

export const actionNameFaults = (name: string): string[] => {
  if (!actionName.test(name))
    return [`the action's name ${JSON.stringify(name)} doesn't match ${actionName.source}: write it like list_items`]
  const refused = refuseActionName(name)
  return refused === undefined ? [] : [refused]
}

/** A credential may be ended at the vendor, and has no business in the cache. */
export const cachedSecretFaults = [
  'it is `secret` and has a `ttl`, but credentials are never cached: remove one of them',
]

const effectFaults = (effect: ActionEffect): Fault[] => {
  if (effect.kind === 'read') {
    const isCached = effect.secret && effect.ttlMs > 0
    return [
      ...faultsAt(['ttl'], effect.ttlMs >= 0 ? [] : ['its `ttl` is not a duration: write it like 30s or 5m']),
      ...faultsAt(['ttl'], isCached ? cachedSecretFaults : []),
    ]
  }
  return faultsAt(['repeatOn'], effect.repeatOn === undefined ? [] : statusesFaults('repeatOn', effect.repeatOn))
}

/** A parameter that callers could not give, because the gateway takes the member of that name for itself. */
export const reservedNameFault = (name: string): string =>
  `the parameter \`${name}\` has a name that belongs to the gateway: write \`rename: { vendor_${name}: '${name}' }\``

const parameterFaults = (name: string, schema: unknown): string[] => {
  const what = `the parameter \`${name}\``
  if (isReservedParameter(name)) return [reservedNameFault(name)]
  const faults = [...nameFaults(what, name), ...schemaFaults(schema, what)]
  return faults.length > 0 || isDescribed(schema)
    ? faults
    : [`${what} has no description: say in a few words what callers write there`]
}

/** The forms of a union may each have a description. */
const isDescribed = (schema: unknown): boolean => {
  const { description, anyOf } = Object(schema) as Record<string, unknown>
  return isText(description) || (Array.isArray(anyOf) && anyOf.every(isDescribed))
}
