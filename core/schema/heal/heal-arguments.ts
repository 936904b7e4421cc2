import type { TSchema } from 'typebox'
import { pointerToken } from '../../provider/answer/pointer.ts'
import type { JsonSchema } from '../json-schema.ts'
import { noReferences, type References } from '../references.ts'
import { fitsForm, isOfType, listForms, listFormTypes, listValues, readMemberSchemas } from './forms.ts'
import { findLookalike } from './names.ts'
import { createHealNotes, type HealNotes } from './notes.ts'
import { type HealPlace, healRules } from './rules.ts'
import { findTimeForm } from './times.ts'

type Members = Readonly<Record<string, unknown>>

/** The facts of a call that healing needs. */
export interface HealContext {
  readonly references?: References
  readonly notes: HealNotes
  readonly parseJson: HealPlace['parseJson']
}

interface Healing extends HealContext {
  readonly references: References
  /** The comparisons that are left, as each unknown name is compared with all known ones. */
  readonly room: { renames: number }
}

/** The place of a value: its pointer, the descriptions around it (a range describes its ends), and the readings that led to it. */
interface Place {
  readonly path: string
  readonly about: string
  readonly name: string
  readonly readings: number
}

interface Reading {
  readonly meant: unknown
  readonly note: string
}

const mostReadings = 4
const mostRenames = 50

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const heal = (healing: Healing, value: unknown, schema: JsonSchema, place: Place): unknown => {
  const forms = listForms(schema, healing.references)
  const about = typeof schema.description === 'string' ? `${place.about} ${schema.description}` : place.about
  if (forms.some((form) => fitsForm(form, value, healing.references))) {
    return healInside(healing, value, forms, { ...place, about })
  }
  const reading = place.readings < mostReadings ? findReading(healing, value, forms, { ...place, about }) : undefined
  if (!reading) return value
  healing.notes.add(place.path, reading.note)
  return heal(healing, reading.meant, schema, { ...place, readings: place.readings + 1 })
}

/** The meaning of a value that fits no form, if all forms that can take it agree. */
const findReading = (
  healing: Healing,
  value: unknown,
  forms: readonly JsonSchema[],
  at: Place,
): Reading | undefined => {
  const readings = new Map<string, Reading>()
  for (const form of forms) {
    const place = describePlace(healing, form, at)
    for (const { read, note, isSure = false } of healRules) {
      const meant = read(value, place)
      const isMeant = fitsForm(form, meant, healing.references) || (isSure && isOfType(place.types, meant))
      if (meant === undefined || !isMeant) continue
      readings.set(JSON.stringify(meant), { meant, note: note(value, meant) })
      break
    }
  }
  const [reading, ...others] = readings.values()
  return others.length === 0 ? reading : undefined
}

const describePlace = (healing: Healing, form: JsonSchema, { about, name }: Place): HealPlace => {
  const { items, format, description = '' } = form
  return {
    types: listFormTypes(form, healing.references),
    values: listValues(form),
    name,
    time: findTimeForm(format, `${about} ${description}`),
    parseJson: healing.parseJson,
    takesItem: (value) => isContainer(items) && canFit(healing, value, items as JsonSchema),
  }
}

const isAdmitted = ({ references }: Healing, value: unknown, schema: JsonSchema): boolean =>
  listForms(schema, references).some((form) => fitsForm(form, value, references))

/** True if a value fits as it is or healed. Nothing is noted, because the reading may be dropped. */
const canFit = (healing: Healing, value: unknown, schema: JsonSchema): boolean => {
  const silent = { ...healing, notes: createHealNotes() }
  const healed = heal(silent, value, schema, { path: '', about: '', name: '', readings: mostReadings - 1 })
  return isAdmitted(healing, healed, schema)
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
    heal(healing, item, items as JsonSchema, { ...place, path: `${place.path}/${index}` }),
  )
}

const healMembers = (healing: Healing, value: Members, form: JsonSchema, place: Place): Members => {
  const { properties, required, isClosed, others } = readMemberSchemas(form, healing.references)
  const taken = new Set(Object.keys(value))
  const at = (name: string): string => `${place.path}/${pointerToken(name)}`

  const findName = (given: string): string => {
    if (Object.hasOwn(properties, given) || !isClosed || healing.room.renames++ >= mostRenames) return given
    const free = Object.keys(properties).filter((name) => !taken.has(name))
    return findLookalike(given, free) ?? given
  }
  const isLeftOut = (name: string, schema: JsonSchema | undefined, member: unknown): boolean => {
    if (!schema) return member === null && isClosed
    return (member === null || member === '') && !required.includes(name) && !isAdmitted(healing, member, schema)
  }
  const healed = Object.entries(value).flatMap(([given, member]): [string, unknown][] => {
    const name = findName(given)
    const schema = Object.hasOwn(properties, name) ? properties[name] : others
    if (isLeftOut(name, schema, member)) {
      healing.notes.leaveOut(at(given))
      return []
    }
    if (name !== given) healing.notes.add(at(given), `was read as ${name}`)
    taken.add(name)
    return [[name, schema ? heal(healing, member, schema, { ...place, name, path: at(name) }) : member]]
  })
  return Object.fromEntries(healed)
}

/**
 * The arguments of a call as they were meant. Only values that the schema refuses are changed, and only if one reading is possible; others
 * are left as they are, to be refused.
 */
export const healArguments = (schema: TSchema, value: Members, context: HealContext): Record<string, unknown> => {
  const healing = { references: noReferences, ...context, room: { renames: 0 } }
  return heal(healing, value, schema as JsonSchema, { path: '', about: '', name: '', readings: 0 }) as Record<
    string,
    unknown
  >
}
