import type { AnyAction } from '../../provider/index.ts'
import { bodySchema } from '../body.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { noReferences, type References } from '../json-schema/references.ts'
import { isContainer, listForms, listFormTypes, type MemberSchemas, readMemberSchemas } from './forms.ts'
import { isIdPlace, isOddId } from './ids.ts'
import { findLookalike } from './names.ts'
import { findTimeForm, isInOtherUnit, isTimeName } from './times.ts'

/** The facts of a place that tell what a value there must be, beyond what its schema says. */
export interface DescribedPlace {
  readonly name: string
  /** The descriptions around the place and its own. */
  readonly about: string
}

/** True for a value that a schema takes although it is evidently something else: an id with more in it, or a time in the other unit. */
export const isEvident = (value: unknown, form: JsonSchema, { name, about }: DescribedPlace): boolean => {
  if (typeof value === 'string' && isOddId(value)) return isIdPlace(name, form)
  // A text of digits is a time only where the name says so, too: the descriptions around it may be about another member.
  if (typeof value !== 'number' && !(typeof value === 'string' && isTimeName(name))) return false
  return isInOtherUnit(value, findTimeForm(form.format, about))
}

/** Looks for such values. */
type Look = (value: unknown) => boolean

const mostLevels = 3

/** True for an object with another spelling of a name, which a schema takes that neither refuses nor names others. */
const lookAtNames = ({ properties, isClosed, takesOthers }: MemberSchemas): Look | undefined => {
  const names = Object.keys(properties)
  if (isClosed || takesOthers || names.length === 0) return undefined
  return (value) =>
    isContainer(value) && !Array.isArray(value) && Object.keys(value).some((name) => findLookalike(name, names))
}

const lookAtMembers = (form: JsonSchema, references: References, about: string, levels: number): Look | undefined => {
  const members = readMemberSchemas(form, references)
  const looks = Object.entries(members.properties).flatMap(([name, schema]) => {
    const look = buildLook(schema, references, { name, about }, levels - 1)
    return look ? [[name, look] as const] : []
  })
  const isMisspelt = lookAtNames(members)
  if (looks.length === 0) return isMisspelt
  return (value) =>
    isMisspelt?.(value) === true ||
    (isContainer(value) && looks.some(([name, look]) => look((value as Readonly<Record<string, unknown>>)[name])))
}

const lookAtForm = (
  form: JsonSchema,
  references: References,
  place: DescribedPlace,
  levels: number,
): Look | undefined => {
  const types = listFormTypes(form, references)
  const takes = (type: string): boolean => types.includes(type)
  const isCount = takes('integer') || takes('number') || (takes('string') && isTimeName(place.name))
  const time = isCount ? findTimeForm(form.format, place.about) : undefined
  const isTime = time === 'seconds' || time === 'milliseconds'
  if (isTime || (takes('string') && isIdPlace(place.name, form))) return (value) => isEvident(value, form, place)
  if (levels === 0) return undefined
  if (takes('object')) return lookAtMembers(form, references, place.about, levels)
  if (!takes('array') || !isContainer(form.items)) return undefined
  const look = buildLook(form.items as JsonSchema, references, place, levels - 1)
  return look && ((value) => Array.isArray(value) && value.some(look))
}

const buildLook = (
  schema: JsonSchema,
  references: References,
  { name, about }: DescribedPlace,
  levels = mostLevels,
): Look | undefined => {
  const looks = listForms(schema, references).flatMap((form) => {
    const place = { name, about: `${about} ${schema.description ?? ''} ${form.description ?? ''}` }
    return lookAtForm(form, references, place, levels) ?? []
  })
  return looks.length === 0 ? undefined : (value) => looks.some((look) => look(value))
}

const lookOf = new WeakMap<AnyAction, Look | false>()

/** True if a body that an action's check takes has such a value, or a name in another spelling. The places are found once an action; most actions have few or none. */
export const hasEvident = (name: string, action: AnyAction, body: unknown): boolean => {
  let look = lookOf.get(action)
  if (look === undefined) {
    look =
      buildLook(bodySchema(name, action) as unknown as JsonSchema, action.references ?? noReferences, {
        name: '',
        about: '',
      }) ?? false
    lookOf.set(action, look)
  }
  return look !== false && look(body)
}
