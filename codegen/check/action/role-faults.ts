import { type AnyAction, parseRolePlace, type RoleAmount, roleNames } from '@patchbay/core/provider'
import {
  dereferenceSchema,
  formatHint,
  type JsonSchema,
  listTypes,
  noReferences,
  type References,
  toJsonSchema,
} from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'

const code = /^[A-Z]{3}$/
const alternatives = ['anyOf', 'oneOf', 'allOf'] as const

/** The schemas of the values that a schema admits: those of its alternatives, and the items of lists. */
const unfold = (value: unknown, references: References, depth = 0): readonly JsonSchema[] => {
  if (typeof value !== 'object' || value === null || depth > 8) return []
  const schema = dereferenceSchema(value as JsonSchema, references)
  const parts = alternatives.flatMap((keyword) => (schema[keyword] ?? []) as readonly unknown[])
  const items = 'items' in schema ? [schema.items] : []
  return [schema, ...[...parts, ...items].flatMap((part) => unfold(part, references, depth + 1))]
}

/** The schemas of a member in all alternatives; `undefined`: no alternative has it, nor takes members of any name. */
const memberSchemas = (
  schemas: readonly JsonSchema[],
  name: string,
  references: References,
): readonly JsonSchema[] | undefined => {
  const declared = schemas.flatMap(({ properties }) => {
    const members = Object(properties) as Record<string, unknown>
    return Object.hasOwn(members, name) ? unfold(members[name], references) : []
  })
  if (declared.length > 0) return declared
  const isOpen = schemas.some(
    ({ type, properties, additionalProperties, patternProperties }) =>
      patternProperties !== undefined ||
      (additionalProperties !== undefined && additionalProperties !== false) ||
      (properties === undefined && (type === undefined || type === 'object')),
  )
  return isOpen ? [] : undefined
}

/** The schemas of the values at a place, or what is wrong with the place. An empty list: values of any kind. */
const findAtPlace = (
  place: unknown,
  { params, references = noReferences }: AnyAction,
): readonly JsonSchema[] | string => {
  if (typeof place !== 'string' || !/^\/[^/]/.test(place))
    return `${JSON.stringify(place)} is not a place: write a parameter like '/to', or a member of it like '/attendees/email'`
  const [first = '', ...rest] = parseRolePlace(place)
  const names = Object.keys(params)
  if (!Object.hasOwn(params, first))
    return `${place} names \`${first}\`, which is not a parameter of the action${formatHint(first, names)}`
  let schemas = unfold(toJsonSchema(params[first]), references)
  for (const name of rest) {
    const members = memberSchemas(schemas, name, references)
    if (!members) return `${place} leads nowhere: the parameter \`${first}\` has no member \`${name}\` there`
    if (members.length === 0) return []
    schemas = members
  }
  return schemas
}

const typesOf = (schema: JsonSchema): readonly unknown[] =>
  Array.isArray(schema.type) ? schema.type : listTypes(schema)

const isOf = (schemas: readonly JsonSchema[], types: readonly string[]): boolean =>
  schemas.length === 0 ||
  schemas.some((schema) => typesOf(schema).some((type) => [...types, 'any'].includes(String(type))))

/** The fault of a place, whose values must be of one of these types. */
const placeFaults = (place: unknown, action: AnyAction, types?: readonly string[]): string[] => {
  const schemas = findAtPlace(place, action)
  if (typeof schemas === 'string') return [schemas]
  return !types || isOf(schemas, types) ? [] : [`${place} is not a ${types.join(' or ')}`]
}

const listFaults = (role: string, places: unknown, action: AnyAction): string[] => {
  if (places === undefined) return []
  if (!Array.isArray(places) || places.length === 0)
    return [`\`roles.${role}\` is not a list of places: write it like ['/to', '/cc']`]
  const types = role === 'text' ? undefined : ['string', 'integer', 'number']
  return places.flatMap((place) => placeFaults(place, action, types)).map((fault) => `\`roles.${role}\`: ${fault}`)
}

const currencyFaults = (currency: unknown, action: AnyAction): string[] => {
  if (currency === undefined || code.test(String(currency))) return []
  return String(currency).startsWith('/')
    ? placeFaults(currency, action, ['string'])
    : [`${JSON.stringify(currency)} is neither a place like '/currency' nor a code like EUR`]
}

const digitsFaults = (digits: unknown): string[] =>
  Object.entries(Object(digits)).every(([name, count]) => code.test(name) && [0, 1, 2, 3, 4].includes(Number(count)))
    ? []
    : ['`digits` has something else than decimals by currency: write it like { ISK: 2 }']

const amountFaults = (amount: unknown, action: AnyAction): string[] => {
  if (amount === undefined) return []
  const { at, currency, unit, digits, ...others } = Object(amount) as Partial<RoleAmount>
  const faults = [
    ...Object.keys(others).map((name) => `unknown member \`${name}\`; the members are at, currency, unit, digits`),
    ...(Array.isArray(at) && at.length > 0
      ? at.flatMap((place) => placeFaults(place, action, ['number', 'integer', 'string']))
      : ["`at` is not a list of places: write it like ['/amount']"]),
    ...currencyFaults(currency, action),
    ...(unit === 'major' || unit === 'minor' ? [] : ["`unit` is neither 'major' (49.90) nor 'minor' (4990)"]),
    ...digitsFaults(digits),
  ]
  return faults.map((fault) => `\`roles.amount\`: ${fault}`)
}

const derivable: readonly unknown[] = ['recipient', 'destination']

const derivesFaults = (derives: unknown): string[] =>
  derives === undefined ||
  (Array.isArray(derives) && derives.length > 0 && derives.every((one) => derivable.includes(one)))
    ? []
    : ["`roles.derives` is not a list of roles: write it like ['recipient']"]

export const roleFaults = (action: AnyAction): Fault[] => {
  const { roles, effect } = action
  if (roles === undefined) return []
  if (effect.kind === 'read') return faultsAt(['roles'], ['a read has `roles`, which only writes have: remove them'])
  const { recipient, destination, text, amount, derives, ...others } = Object(roles)
  const names = [...roleNames, 'derives']
  return faultsAt(
    ['roles'],
    [
      ...Object.keys(others).map(
        (name) => `unknown role \`${name}\`${formatHint(name, names) || `; the roles are ${roleNames.join(', ')}`}`,
      ),
      ...Object.entries({ recipient, destination, text }).flatMap(([role, places]) => listFaults(role, places, action)),
      ...amountFaults(amount, action),
      ...derivesFaults(derives),
    ],
  )
}
