import {
  type AnyAction,
  durationPattern,
  findKeyPlace,
  type IdempotencyKeyPlace,
  placeParameters,
} from '@patchbay/core/provider'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { headerFaults, isText } from '../faults/value-faults.ts'

/** A shorter digest of a long key could be that of another one. */
const shortestMax = 32
const longestMax = 255

/** The faults of the place in which a write sends its idempotency key. */
export const keyFaults = (action: AnyAction): Fault[] => {
  const place = findKeyPlace(action.effect)
  if (!place) return []
  return faultsAt(['idempotencyKey'], [...keyPlaceFaults(place), ...takenFaults(place, action)])
}

/** The faults of a place for idempotency keys; a string names a header. */
export const keyPlaceFaults = (declared: string | IdempotencyKeyPlace): string[] => {
  const place = typeof declared === 'string' ? { header: declared } : declared
  return [...placeFaults(place), ...maxFaults(place), ...keptForFaults(place)]
}

const placeFaults = ({ header, query, body }: IdempotencyKeyPlace): string[] => {
  if ([header, query, body].filter((one) => one !== undefined).length !== 1)
    return ["`idempotencyKey` needs one place: write it like { query: 'request_id' }"]
  if (header !== undefined) return headerFaults(header, '')
  if (query !== undefined)
    return isText(query) ? [] : ["`idempotencyKey.query` is not a name: write it like { query: 'request_id' }"]
  return typeof body === 'string' && /^\/./.test(body)
    ? []
    : ["`idempotencyKey.body` is not a JSON pointer: write it like { body: '/transaction_id' }"]
}

const maxFaults = ({ max }: IdempotencyKeyPlace): string[] =>
  max === undefined || (Number.isInteger(max) && max >= shortestMax && max <= longestMax)
    ? []
    : [`\`idempotencyKey.max\` is not a whole number from ${shortestMax} to ${longestMax}`]

const keptForFaults = ({ keptFor }: IdempotencyKeyPlace): string[] =>
  keptFor === undefined || durationPattern.test(keptFor)
    ? []
    : ['`idempotencyKey.keptFor` is not a duration: write it like 500ms, 30s, 5m or 1h']

/** A parameter at the same place would send the caller's value instead. */
const takenFaults = (
  { header, query, body }: IdempotencyKeyPlace,
  { definition, params, route }: AnyAction,
): string[] => {
  if (definition === undefined) return []
  const [method = ''] = route.split(' ')
  const names = [...route.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const placed = placeParameters({ method, names }, Object.keys(Object(params)), definition)
  const same = placed.find(({ place, as }) => {
    if (place === 'header') return as.toLowerCase() === String(header).toLowerCase()
    if (place === 'query') return as === query
    return place === 'body' && `/${as}` === body
  })
  return same ? [`the parameter \`${same.name}\` is sent where \`idempotencyKey\` is: remove it`] : []
}
