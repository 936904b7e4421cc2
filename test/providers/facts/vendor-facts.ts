import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { Value } from 'typebox/value'
import { root } from '../../docs/pages.ts'
import { isOwnAction } from '../../domain-of.ts'

const day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
const page = Type.String({ pattern: '^https://' })
const names = Type.Array(Type.String())
/** A sentence of ours with the vendor's page that says so, and the day on which it was read. */
const said = Type.Object({ says: Type.String(), page, read: day }, { additionalProperties: false })

const write = Type.Object(
  {
    /** The vendor's page about the write and the day on which it was read; without a day the write is unverified. */
    page: Type.Optional(page),
    read: Type.Optional(day),
    is: Type.Optional(names),
    roles: Type.Optional(Type.Unknown()),
    /** The place where the vendor takes a key, and how long it keeps it, if it says so. */
    key: Type.Optional(Type.Unknown()),
    confirm: Type.Optional(Type.String()),
    sunset: Type.Optional(Type.Unknown()),
    /** The parameters that `null` clears. */
    clears: Type.Optional(names),
    /** The optional parameters of an update that nothing clears, with what the vendor's page says of each. */
    keeps: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1 }))),
    /** The units of numbers and times, by parameter. */
    units: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** The vendor's documented answer to a refused call. */
    refuses: Type.Optional(names),
  },
  { additionalProperties: false },
)
export type WriteFacts = Type.Static<typeof write>

const facts = Type.Object(
  {
    /** The steps to a key, and to an application for sign-ins, with the vendor's own words and addresses. */
    start: Type.Optional(
      Type.Object(
        { key: Type.Optional(Type.Array(Type.String())), application: Type.Optional(Type.Array(Type.String())) },
        { additionalProperties: false },
      ),
    ),
    /** The bodies of the calls that people make most, beside the probe: the page has them as commands. */
    calls: Type.Optional(Type.Array(Type.Object({ action: Type.String() }))),
    limits: Type.Optional(Type.Array(said)),
    /** Announced ends, except those of actions that have a `sunset`. */
    ends: Type.Optional(
      Type.Array(Type.Object({ what: Type.String(), on: day, page, read: day }, { additionalProperties: false })),
    ),
    /** The writes that tools list or that were written or chosen by hand, and others whose page was read, by name. */
    writes: Type.Record(Type.String(), write),
  },
  { additionalProperties: false },
)
export type VendorFacts = Type.Static<typeof facts>

export const factsPath = (id: string): string => join(root, 'providers', id, 'facts.json')

/** Reads a vendor's facts, which come from its own pages. Throws Error, with the places, for a file of another form. */
export const readFacts = (id: string): VendorFacts => {
  const path = factsPath(id)
  if (!existsSync(path)) return { writes: {} }
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (Value.Check(facts, value)) return value
  const problems = [...Value.Errors(facts, value)].map(({ instancePath, message }) => `${instancePath} ${message}`)
  throw new Error(`${path}: ${problems.join('; ')}`)
}

const takesNull = (schema: unknown): boolean => {
  const { type, anyOf, oneOf } = Object(schema) as Readonly<Record<string, unknown>>
  if ([type].flat().includes('null')) return true
  return [anyOf ?? oneOf ?? []].flat().some(takesNull)
}

/** The writes that tools list, those by hand and those of `further`, with what the plugin declares of each in the form of the facts. */
export const declaredWrites = (domain: Domain, further: readonly string[]): ReadonlyMap<string, WriteFacts> => {
  const { source } = domain
  const own = source.names().filter((name) => isOwnAction(domain, name))
  const listed = [...new Set([...(source.listed ?? []), ...own, ...further])]
  const named = [...listed, ...source.names()]
  const nameOf = (read: object | string): string =>
    typeof read === 'string' ? read : (named.find((name) => source.action(name) === read) ?? '')
  return new Map(
    listed.flatMap((name): [string, WriteFacts][] => {
      const action = source.action(name)
      if (action?.effect.kind !== 'write') return []
      const { effect, roles, confirm, sunset, params } = action
      const { is, key } = effect
      const clears = Object.keys(params).filter((each) => takesNull(params[each]))
      const declared: WriteFacts = {
        ...(is && { is: [...is] }),
        ...(roles && { roles: JSON.parse(JSON.stringify(roles)) }),
        ...(key && { key: { ...key } }),
        ...(confirm && { confirm: nameOf(confirm.read) }),
        ...(sunset && { sunset: { ...sunset } }),
        ...(clears.length > 0 && { clears }),
      }
      return [[name, declared]]
    }),
  )
}

/** Routes and names of writes that change what is there. */
const isUpdate = (name: string, route: string): boolean =>
  /^(PATCH|PUT) /.test(route) || /(^|_)(change|edit|modify|patch|rename|replace|set|update|upsert)(_|$)/.test(name)

/** A parameter that can be emptied by a value of its own: `false`, `[]`, or null for its members. */
const hasEmptyValue = (schema: unknown): boolean => {
  const { type, minItems, patternProperties, properties, additionalProperties, anyOf } = Object(schema) as Readonly<
    Record<string, unknown>
  >
  if (type === 'boolean') return true
  if (type === 'array') return minItems === undefined || minItems === 0
  const named = additionalProperties ? [additionalProperties] : []
  const members = [...Object.values({ ...Object(patternProperties), ...Object(properties) }), ...named]
  if (members.length > 0)
    return members.every((member) => takesNull(member) || Object.keys(Object(member)).length === 0)
  return [anyOf ?? []].flat().some(hasEmptyValue)
}

/** The optional parameters of each listed update that take no null and have no empty value: the page says why. */
export const findUncleared = ({ source }: Domain): ReadonlyMap<string, readonly string[]> => {
  const updates = (source.listed ?? source.names()).flatMap((name): [string, readonly string[]][] => {
    const action = source.action(name)
    if (action?.effect.kind !== 'write' || !isUpdate(name, action.route)) return []
    const uncleared = Object.entries(action.params).flatMap(([parameter, schema]) =>
      '~optional' in Object(schema) && !takesNull(schema) && !hasEmptyValue(schema) ? [parameter] : [],
    )
    return [[name, uncleared]]
  })
  return new Map(updates)
}

/** The members of a row that the plugin declares. */
export const declaredMembers = ({ is, roles, key, confirm, sunset, clears }: WriteFacts): WriteFacts =>
  JSON.parse(JSON.stringify({ is, roles, key, confirm, sunset, clears }))

/** A fact that somebody has to look at again, in words, with the vendor's page if there is one. */
export interface DueFact {
  readonly id: string
  readonly about: string
  readonly page?: string
}

const dayMs = 86_400_000

/** The facts that were read more than half a year before `now`. */
export const findOldFacts = (id: string, { limits, ends, writes }: VendorFacts, now: Date): DueFact[] => {
  const said = (limits ?? []).map(({ says, ...where }) => ({ about: says, ...where }))
  const announced = (ends ?? []).map(({ what, ...where }) => ({ about: what, ...where }))
  const read = Object.entries(writes).map(([about, where]) => ({ about, ...where }))
  return [...said, ...announced, ...read].flatMap(({ about, page, read }) =>
    page !== undefined && read !== undefined && now.getTime() - Date.parse(read) > 183 * dayMs
      ? [{ id, about: `${about}, read on ${read}`, page }]
      : [],
  )
}

/** The facts that the vendor ends within a year after `now`, or has ended. */
export const findEnds = (id: string, { ends, writes }: VendorFacts, now: Date): DueFact[] => {
  const actions = Object.entries(writes).flatMap(([what, { sunset, page }]) => {
    const { on } = Object(sunset) as { readonly on?: string }
    return on === undefined ? [] : [{ what, on, page }]
  })
  return [...(ends ?? []), ...actions]
    .filter(({ on }) => Date.parse(on) - now.getTime() < 365 * dayMs)
    .map(({ what, on, page }) => ({ id, about: `${what}, ends on ${on}`, ...(page !== undefined && { page }) }))
}

export const findUnverified = (id: string, { writes }: VendorFacts): DueFact[] =>
  Object.entries(writes).flatMap(([about, { page, read }]) =>
    read ? [] : [{ id, about, ...(page !== undefined && { page }) }],
  )

/** The page of the vendor that the comment on an action links; `undefined`: it links none. */
export const linkedPage = (id: string, name: string): string | undefined => {
  const folder = join(root, 'providers', id)
  const comment = new RegExp(`/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\nexport const ${name} = `)
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.ts'))) {
    const found = comment.exec(readFileSync(join(folder, file), 'utf8'))?.[0]
    const link = found?.match(/https:\/\/[^\s*,;]+/)?.[0]
    if (link !== undefined) return link.replace(/[.:]$/, '')
  }
  return undefined
}
