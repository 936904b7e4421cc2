import type { AnyAction, Effect } from '@patchbay/core/provider'
import { reservedParameters } from '@patchbay/core/schema'
import { nameFaults } from './name-faults.ts'
import { plainFaults } from './origin-faults.ts'
import { headerFaults, isText } from './provider-faults.ts'
import { schemaFaults } from './schema-faults.ts'

/** Snake case, and short enough that `<domain>_<action>` fits into a tool's name. */
const actionName = /^[a-z][a-z0-9_]{0,35}$/

/** What is wrong with one action. */
export const actionFaults = (name: string, action: AnyAction): string[] => [
  ...actionNameFaults(name),
  ...(isText(action.description)
    ? []
    : ['`description` is empty: say in one sentence what it does, for people and models']),
  ...effectFaults(action.effect),
  ...Object.entries(Object(action.params)).flatMap(([parameter, schema]) => parameterFaults(parameter, schema)),
  ...(action.result === undefined ? [] : schemaFaults(action.result, '`result`')),
  ...(typeof action.request === 'function' ? [] : ['it is no action: define it by read(...) or write(...)']),
  ...pagesFaults(action),
  ...(action.origin === undefined ? [] : plainFaults(action.origin)),
]

const actionNameFaults = (name: string): string[] => {
  if (!actionName.test(name)) return [`the action's name ${JSON.stringify(name)} doesn't match ${actionName.source}`]
  return name === 'raw' ? ["the name `raw` is core's: rename the action"] : []
}

const effectFaults = (effect: Effect | undefined): string[] => {
  if (effect?.kind === 'read') return effect.ttlMs >= 0 ? [] : ['its `ttl` is no duration: write it like 30s or 5m']
  if (effect?.kind !== 'write') return ['it has no effect: define it by read(...) or write(...)']
  return [
    ...('ttlMs' in effect ? ['a write has a ttl, but only reads are cached: remove it, or make it a read()'] : []),
    ...(effect.keyHeader === undefined ? [] : headerFaults(effect.keyHeader, '')),
  ]
}

const parameterFaults = (name: string, schema: unknown): string[] => {
  const at = `the parameter \`${name}\``
  if ((reservedParameters as readonly string[]).includes(name)) {
    return [`${at} has a name that belongs to the gateway (${reservedParameters.join(', ')}): rename it`]
  }
  return [...nameFaults(at, name), ...schemaFaults(schema, at)]
}

const pagesFaults = ({ pages, effect, params }: AnyAction): string[] => {
  if (pages === undefined) return []
  const limit = Object(Object(params).limit) as Record<string, unknown>
  return [
    ...(effect?.kind === 'write' ? ['a write has `pages`, but only reads are paged: remove them'] : []),
    ...(pages.size && limit.type !== 'integer'
      ? ['`pages.size` is filled from `limit`, which is no integer: leave `limit` out, and it is added']
      : []),
  ]
}
