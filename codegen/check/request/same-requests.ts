import type { AnyProvider } from '@patchbay/core/provider'
import { bodySchema, toJsonSchema } from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'

/** Actions with the request of another one, by the name of the later: the author has probably copied it and not changed it. */
export const sameRequests = ({ actions }: AnyProvider): ReadonlyMap<string, Fault[]> => {
  const first = new Map<string, string>()
  const faults = new Map<string, Fault[]>()
  for (const [name, action] of Object.entries(actions)) {
    const definition = action.definition
    // Requests that a function builds can't be compared.
    if (definition === undefined || definition.request !== undefined) continue
    const { properties, required } = toJsonSchema(bodySchema('', action))
    const others = { ...definition, description: undefined, params: undefined, ttl: undefined }
    const key = JSON.stringify([action.route, action.effect.kind, others, properties, required], asText)
    const other = first.get(key)
    if (other === undefined) first.set(key, name)
    else
      faults.set(name, faultsAt(['route'], [`it has the route and parameters of ${other}: change one, or remove one`]))
  }
  return faults
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'function' ? String(value) : value)
