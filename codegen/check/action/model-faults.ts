import type { AnyAction } from '@patchbay/core/provider'
import { formatHint } from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { isText } from '../faults/value-faults.ts'

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const noiseFaults = (noise: unknown): string[] => {
  if (noise === undefined) return []
  const { members = [], empty = true, ...others } = Object(noise) as Record<string, unknown>
  return isTexts(members) && empty === true && Object.keys(others).length === 0
    ? []
    : [
        "`noise` must have `members`, a list of names, or `empty: true`: write it like { members: ['self'], empty: true }",
      ]
}

const leadsToFaults = (leadsTo: unknown, actions: readonly string[] | undefined): string[] => {
  if (leadsTo === undefined) return []
  const { action, parameters } = Object(leadsTo) as Record<string, unknown>
  const pointers = Object.values(Object(parameters))
  if (typeof action !== 'string' || pointers.length === 0 || !pointers.every((one) => /^\//.test(String(one))))
    return [
      "`leadsTo` must name an action and where its parameters are: write it like { action: 'get', parameters: { id: '/id' } }",
    ]
  return actions && !actions.includes(action)
    ? [`\`leadsTo\` names \`${action}\`, which is not an action of the provider${formatHint(action, actions)}`]
    : []
}

const base64Faults = (base64: unknown): string[] =>
  base64 === undefined || (isTexts(base64) && (base64 as string[]).every((place) => /^(?:\/[^/]+)+$/.test(place)))
    ? []
    : ["`base64` must list the places of members in the answer: write it like ['/data/*/content']"]

/** The faults of `noise`, `leadsTo` and `base64`. `actions`: the names of all the provider's actions, if known. */
export const modelFaults = (
  { noise, leadsTo, base64 }: Pick<AnyAction, 'noise' | 'leadsTo' | 'base64'>,
  actions?: readonly string[],
): Fault[] => [
  ...faultsAt(['noise'], noiseFaults(noise)),
  ...faultsAt(['leadsTo'], leadsToFaults(leadsTo, actions)),
  ...faultsAt(['base64'], base64Faults(base64)),
]
