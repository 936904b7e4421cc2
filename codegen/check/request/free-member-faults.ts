import { isJsonObject } from '@patchbay/core/json-object'
import type { AnyAction } from '@patchbay/core/provider'
import { sampleMembers } from './sample.ts'

type Members = Readonly<Record<string, unknown>>
type Place = readonly string[]

/** A name and a value that no sample has. */
const free = 'a_free_member'

const mostDepth = 6

/** The places of objects whose names the caller chooses; a list stands for its first item. */
const findFreeObjects = (schema: unknown, place: Place): readonly Place[] => {
  const { properties, patternProperties, items, anyOf } = Object(schema) as Members
  if (place.length > mostDepth) return []
  return [
    ...(patternProperties === undefined ? [] : [place]),
    ...Object.entries(Object(properties) as Members).flatMap(([name, one]) => findFreeObjects(one, [...place, name])),
    ...(items === undefined ? [] : findFreeObjects(items, [...place, '0'])),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((one) => findFreeObjects(one, place)) : []),
  ]
}

const replaceAt = (value: unknown, [name, ...others]: Place, wanted: Members): unknown => {
  if (name === undefined) return wanted
  if (Array.isArray(value)) return [replaceAt(value[0], others, wanted), ...value.slice(1)]
  return { ...Object(value), [name]: replaceAt(Object(value)[name], others, wanted) }
}

/** The object of a request in which the free member ended up. */
const findHolder = (value: unknown): Members | undefined => {
  if (Array.isArray(value)) return value.map(findHolder).find((holder) => holder !== undefined)
  if (!isJsonObject(value)) return undefined
  return Object.hasOwn(value, free) ? value : findHolder(Object.values(value))
}

/**
 * The faults of an action whose request lets a member with a free name take the place of a parameter that the call gives as well: rules
 * judge the parameter, and something else is sent.
 */
export const freeMemberFaults = (action: AnyAction, settings: object): string[] => {
  const account = { settings: sampleMembers(settings, true) as Record<string, string> }
  const params = sampleMembers(action.params, true)
  const send = (place: Place, members: Members): Members | undefined => {
    try {
      const { query, body } = action.request(replaceAt(params, place, members) as never, account)
      return findHolder([query, body])
    } catch {
      // Refused, or judged by the other checks.
      return undefined
    }
  }
  const places = Object.entries(action.params).flatMap(([name, schema]) => findFreeObjects(schema, [name]))
  return places.flatMap((place) => {
    const sent = send(place, { [free]: free }) ?? {}
    const declared = Object.keys(sent).filter((name) => name !== free && sent[name] !== undefined)
    const replaced = declared.filter((name) => {
      const members = send(place, { [free]: free, [name]: free })
      return members && JSON.stringify(members[name]) !== JSON.stringify(sent[name])
    })
    return replaced.map(
      (name) =>
        `\`request\` lets a member of \`${place.filter((step) => step !== '0').join('/')}\` replace \`${name}\`: lay declared members over free ones, or refuse the name`,
    )
  })
}
