import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { roundNumbers } from '../../encoding/exact-json.ts'
import { pointerToken } from '../../provider/answer/pointer.ts'
import type { Roles } from '../../provider/roles.ts'
import { isReservedParameter } from '../body.ts'
import type { JsonSchema } from '../json-schema/json-schema.ts'
import { noReferences, type References } from '../json-schema/references.ts'
import { type DescribedPlace, isEvident } from './evident.ts'
import { fitsForm, isContainer, isOfType, listForms, listFormTypes, listValues, readMemberSchemas } from './forms.ts'
import { isIdPlace } from './ids.ts'
import { decidesEffect, isAt, isMoney } from './money.ts'
import { findLookalike } from './names.ts'
import { createHealNotes, formatValue, type HealNotes } from './notes.ts'
import { type HealPlace, healRules } from './rules.ts'
import { findTimeForm } from './times.ts'

type Members = Readonly<Record<string, unknown>>

/** The facts of a call that healing needs. */
export interface HealContext {
  readonly references?: References
  readonly notes: HealNotes
  readonly parseJson: HealPlace['parseJson']
  /** The roles of the action's parameters. */
  readonly roles?: Roles | undefined
  /** True if the call changes something: then an empty value may be meant to clear, and is never taken as left out by itself. */
  readonly isWrite?: boolean
  /** True if the call names every optional parameter that its tool shows, as clients with strict schemas do: null then says nothing. */
  readonly namesAll?: boolean
  /** True for a host of the provider that is called: ids are taken out of its URLs. */
  readonly isOwnHost?: (host: string) => boolean
}

interface Healing extends HealContext {
  readonly references: References
  readonly isWrite: boolean
  readonly namesAll: boolean
  readonly isOwnHost: (host: string) => boolean
  /** The comparisons that are left, as each unknown name is compared with all known ones. */
  readonly room: { renames: number }
}

/** The place of a value: its pointer, the descriptions around it (a range describes its ends), and the readings that led to it. */
interface Place {
  readonly path: string
  readonly about: string
  readonly name: string
  readonly isItem: boolean
  readonly readings: number
  /** The required texts beside it that aren't free text. */
  readonly beside: readonly string[]
}

interface Reading {
  readonly meant: unknown
  readonly note: string
}

const mostReadings = 4
const mostRenames = 50

const heal = (healing: Healing, value: unknown, schema: JsonSchema, place: Place): unknown => {
  const forms = listForms(schema, healing.references)
  const about = typeof schema.description === 'string' ? `${place.about} ${schema.description}` : place.about
  const fits = forms.some((form) => fitsForm(form, value, healing.references))
  const isRead = !fits || forms.some((form) => isEvident(value, form, describeForm(form, place.name, about)))
  const canRead = isRead && place.readings < mostReadings
  const reading = canRead ? findReading(healing, value, forms, { ...place, about }, fits) : undefined
  if (!reading) return fits ? healInside(healing, value, forms, { ...place, about }) : value
  healing.notes.add(place.path, reading.note)
  return heal(healing, reading.meant, schema, { ...place, readings: place.readings + 1 })
}

const describeForm = ({ description = '' }: JsonSchema, name: string, about: string): DescribedPlace => ({
  name,
  about: `${about} ${description}`,
})

const evidentRules = healRules.filter(({ readsEvident = false }) => readsEvident)

/** The meaning of a value that fits no form, or is evidently something else, if all forms that can take it agree. */
const findReading = (
  healing: Healing,
  value: unknown,
  forms: readonly JsonSchema[],
  at: Place,
  fits: boolean,
): Reading | undefined => {
  const readings = new Map<string, Reading>()
  for (const form of forms) {
    const place = describePlace(healing, form, at)
    for (const { read, says, isSure = false } of fits ? evidentRules : healRules) {
      const meant = read(value, place)
      const isMeant = fitsForm(form, meant, healing.references) || (isSure && isOfType(place.types, meant))
      if (meant === undefined || !isMeant) continue
      readings.set(JSON.stringify(meant), { meant, note: `${says(value)} was read as ${formatValue(meant)}` })
      break
    }
  }
  const [reading, ...others] = readings.values()
  return others.length === 0 ? reading : undefined
}

/** The ids of a place; `undefined`: it holds none. Numbers count where they are ids or number a thing. */
const describeIds = (
  { references, isOwnHost }: Healing,
  form: JsonSchema,
  { name, about, beside }: Pick<Place, 'name' | 'about' | 'beside'>,
): HealPlace['id'] => {
  const isNumber = isOfType(listFormTypes(form, references), 1) && !isOfType(listFormTypes(form, references), '')
  const isStrict = isNumber || form.pattern !== undefined
  if (form.pattern === undefined && !isIdPlace(name, form) && !(isNumber && /(?:^|_)number$/.test(name)))
    return undefined
  const fits = (text: string): boolean =>
    isNumber
      ? /^[1-9]\d{0,14}$/.test(text) && fitsForm(form, Number(text), references)
      : fitsForm(form, text, references)
  return { fits, isStrict, isOwnHost, name, about, beside: isNumber ? beside : [] }
}

const describePlace = (healing: Healing, form: JsonSchema, { path, about, name, isItem, beside }: Place): HealPlace => {
  const { items, format } = form
  const described = describeForm(form, name, about)
  return {
    types: listFormTypes(form, healing.references),
    values: listValues(form),
    takesForm: form.pattern === undefined ? undefined : (text) => fitsForm(form, text, healing.references),
    name,
    isItem,
    takesCommas: /\bcomma[- ](?:separated|delimited)\b|\bseparated (?:by|with) commas?\b/i.test(described.about),
    isWrite: healing.isWrite,
    isMoney: isMoney(healing.roles, path, name),
    time: findTimeForm(format, described.about),
    id: describeIds(healing, form, { name, about: described.about, beside }),
    parseJson: healing.parseJson,
    takesItem: (value) => isContainer(items) && canFit(healing, value, items as JsonSchema),
  }
}

/** True if a value fits with everything in it. */
const isAdmittedWhole = ({ references }: Healing, value: unknown, schema: JsonSchema): boolean =>
  Value.Check(references as Record<string, TSchema>, schema as TSchema, roundNumbers(value))

const isAdmitted = ({ references }: Healing, value: unknown, schema: JsonSchema): boolean =>
  listForms(schema, references).some((form) => fitsForm(form, value, references))

/** True if a value can be an item, as it is or healed, and isn't a list then. Nothing is noted, because the reading may be dropped. */
const canFit = (healing: Healing, value: unknown, schema: JsonSchema): boolean => {
  const silent = { ...healing, notes: createHealNotes() }
  const healed = heal(silent, value, schema, {
    path: '',
    about: '',
    name: '',
    isItem: true,
    readings: mostReadings - 1,
    beside: [],
  })
  // A boolean for a list of texts says yes or no, and names no item.
  const isAnswer = typeof value === 'boolean' && typeof healed !== 'boolean'
  return !isAnswer && !Array.isArray(healed) && isAdmitted(healing, healed, schema)
}

/** Heals the members or items of a value, if only one form has its type. */
const healInside = (healing: Healing, value: unknown, forms: readonly JsonSchema[], place: Place): unknown => {
  if (!isContainer(value)) return value
  const [form, ...others] = forms.filter((one) => isOfType(listFormTypes(one, healing.references), value))
  if (!form || others.length > 0) return value
  if (!Array.isArray(value)) return healMembers(healing, value as Members, form, place)
  const { items, maxItems } = form
  // Nothing in it can be healed, or it will be refused for its length.
  if (!isContainer(items) || value.length > Number(maxItems)) return value
  return value.map((item, index) =>
    heal(healing, item, items as JsonSchema, { ...place, isItem: true, path: `${place.path}/${index}` }),
  )
}

/** The texts that programs write for nothing. */
const nothings: readonly unknown[] = [null, 'null', 'None']

const isNothing = (value: unknown): boolean =>
  nothings.includes(Array.isArray(value) && value.length === 1 ? value[0] : value)

/**
 * True for an optional member whose value says nothing, and that its schema refuses. In a write it may be meant to clear, or an amount that
 * got lost, so only null is left out there, and only of a client that sends null for all that it doesn't mean.
 */
const isLeftOut = (healing: Healing, member: unknown, schema: JsonSchema, { name, path }: Place): boolean => {
  if (!(member === '' || isNothing(member)) || isAdmittedWhole(healing, member, schema)) return false
  if (healing.isWrite) return member === null && healing.namesAll && !decidesEffect(healing.roles, path, name)
  // A dry run that can't be read is no call.
  return member === null || path !== '/dry_run'
}

const namesAllOptional = (value: Members, properties: object, required: readonly string[]): boolean =>
  Object.keys(properties).every(
    (name) => required.includes(name) || isReservedParameter(name) || Object.hasOwn(value, name),
  )

const healMembers = (healing: Healing, value: Members, form: JsonSchema, place: Place): Members => {
  const { properties, required, isClosed, takesOthers, others } = readMemberSchemas(form, healing.references)
  const inside = { ...healing, namesAll: healing.namesAll && namesAllOptional(value, properties, required) }
  const usedNames = new Set(Object.keys(value))
  const at = (name: string): string => `${place.path}/${pointerToken(name)}`

  const findName = (calledName: string): string => {
    if (Object.hasOwn(properties, calledName) || takesOthers || healing.room.renames++ >= mostRenames) return calledName
    const free = Object.keys(properties).filter((name) => !usedNames.has(name))
    return findLookalike(calledName, free) ?? calledName
  }
  const isOmitted = (name: string, schema: JsonSchema | undefined, member: unknown): boolean => {
    if (!schema) return member === null && isClosed && (!inside.isWrite || inside.namesAll)
    return !required.includes(name) && isLeftOut(inside, member, schema, { ...place, name, path: at(name) })
  }
  const listBeside = (own: string): readonly string[] =>
    required
      .filter((name) => name !== own && name !== 'action' && !isAt(healing.roles?.text, at(name)))
      .map((name) => value[name])
      .filter((one) => typeof one === 'string')
  const healed = Object.entries(value).flatMap(([calledName, member]): [string, unknown][] => {
    const name = findName(calledName)
    const schema = Object.hasOwn(properties, name) ? properties[name] : others
    if (isOmitted(name, schema, member)) {
      healing.notes.leaveOut(at(calledName))
      return []
    }
    if (name !== calledName) healing.notes.add(at(calledName), `was read as ${name}`)
    usedNames.add(name)
    if (!schema) return [[name, member]]
    const inPlace = { ...place, name, isItem: false, path: at(name), beside: listBeside(name) }
    return [[name, heal(inside, member, schema, inPlace)]]
  })
  return Object.fromEntries(healed)
}

/**
 * The arguments of a call as they were meant. Only values that the schema refuses are changed, and only if one reading is possible; others
 * are left as they are, to be refused.
 */
export const healArguments = (schema: TSchema, value: Members, context: HealContext): Record<string, unknown> => {
  const healing = {
    references: noReferences,
    isWrite: false,
    namesAll: false,
    isOwnHost: () => false,
    ...context,
    room: { renames: 0 },
  }
  const place = { path: '', about: '', name: '', isItem: false, readings: 0, beside: [] }
  return heal(healing, value, schema as JsonSchema, place) as Record<string, unknown>
}
