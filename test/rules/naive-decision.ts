/*
 * Rules decided as plainly and slowly as possible, from their description alone and before the real code was written. Tests compare the two.
 */

type Json = Readonly<Record<string, unknown>>

export interface NaiveRule {
  readonly pattern: string
  readonly where?: Json
  readonly roles?: Json
  readonly per?: { readonly hour?: number; readonly day?: number }
  readonly except?: readonly (string | NaiveRule)[]
}

export interface NaiveLevel {
  readonly name: string
  readonly allow?: readonly (string | NaiveRule)[]
  readonly deny?: readonly (string | NaiveRule)[]
  readonly ask?: readonly (string | NaiveRule)[]
}

export interface NaiveCall {
  readonly provider: string
  readonly account: string
  readonly action: string
  readonly kind: 'read' | 'write' | 'secret-read' | 'secret-write' | 'raw'
  /** A raw request with another method than GET. */
  readonly changes: boolean
  /** The classes of a write; `unclassed` if it declares nothing. */
  readonly classes: readonly string[]
  /** The classes that this very call is of, by which `deny` and `ask` judge it. */
  readonly callClasses: readonly string[]
  readonly parameters: Json
  /** The values of each role; `null`: one that can't be read. A role that the action lacks is left out. */
  readonly recipient?: readonly (string | null)[]
  readonly destination?: readonly (string | null)[]
  readonly amount?: readonly ({ readonly value: string; readonly currency: string } | null)[]
}

export const classNames = ['sends', 'pays', 'shares', 'publishes', 'deletes', 'grants', 'runs', 'unclassed'] as const

type List = 'allow' | 'deny' | 'ask' | 'except'
const letsThrough = (list: List): boolean => list === 'allow' || list === 'except'

/** A number's sign, digits and places: exact, however many digits it has. */
const decimal = (value: unknown): { readonly digits: bigint; readonly places: number } => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const places = fraction.length - Number(exponent)
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 }
}
const sameScale = (one: unknown, other: unknown): readonly [bigint, bigint] => {
  const [a, b] = [decimal(one), decimal(other)]
  const places = Math.max(a.places, b.places)
  return [a.digits * 10n ** BigInt(places - a.places), b.digits * 10n ** BigInt(places - b.places)]
}
const compare = (one: unknown, other: unknown): number => {
  const [a, b] = sameScale(one, other)
  return a < b ? -1 : Number(a > b)
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint' || JSON.isRawJSON(value)) return 'number'
  return typeof value
}
const isOfType = (value: unknown, type: string): boolean => {
  if (type !== 'integer') return typeOf(value) === type
  if (typeOf(value) !== 'number') return false
  const { digits, places } = decimal(value)
  return digits % 10n ** BigInt(places) === 0n
}

const equal = (one: unknown, other: unknown): boolean => {
  const type = typeOf(one)
  if (type !== typeOf(other)) return false
  if (type === 'number') return compare(one, other) === 0
  if (type === 'array') {
    const [a, b] = [one as unknown[], other as unknown[]]
    return a.length === b.length && a.every((item, nth) => equal(item, b[nth]))
  }
  if (type !== 'object') return one === other
  const [a, b] = [one as Json, other as Json]
  return (
    Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => key in b && equal(a[key], b[key]))
  )
}

/** The type that a keyword is about; one that isn't listed is about every value. */
const aboutType: Readonly<Record<string, string>> = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  items: 'array',
  contains: 'array',
  minItems: 'array',
  maxItems: 'array',
  properties: 'object',
  required: 'object',
  additionalProperties: 'object',
}

/** `unsure`: what counts where a schema can't judge. */
const holdsKeyword = (schema: Json, keyword: string, value: unknown, unsure: boolean): boolean => {
  const wanted = schema[keyword]
  const sub = (inner: unknown, of: unknown): boolean => holdsSchema(inner as Json, of, unsure)
  const about = aboutType[keyword]
  if (about && typeOf(value) !== about) {
    // A value of a type that the schema doesn't allow.
    return [schema.type ?? []].flat().some((type) => isOfType(value, String(type))) || unsure
  }
  const text = value as string
  const list = value as unknown[]
  const members = value as Json
  switch (keyword) {
    case 'type':
      return [wanted].flat().some((type) => isOfType(value, String(type)))
    case 'const':
      return equal(value, wanted)
    case 'enum':
      return (wanted as unknown[]).some((each) => equal(value, each))
    case 'minimum':
      return compare(value, wanted) >= 0
    case 'maximum':
      return compare(value, wanted) <= 0
    case 'exclusiveMinimum':
      return compare(value, wanted) > 0
    case 'exclusiveMaximum':
      return compare(value, wanted) < 0
    case 'multipleOf': {
      const [a, b] = sameScale(value, wanted)
      return a % b === 0n
    }
    case 'minLength':
      return [...text].length >= Number(wanted)
    case 'maxLength':
      return [...text].length <= Number(wanted)
    case 'pattern':
      return new RegExp(String(wanted), 'u').test(text)
    case 'items':
      return list.every((item) => sub(wanted, item))
    case 'contains':
      return list.some((item) => sub(wanted, item))
    case 'minItems':
      return list.length >= Number(wanted)
    case 'maxItems':
      return list.length <= Number(wanted)
    case 'properties':
      return Object.entries(wanted as Json).every(([name, inner]) =>
        Object.hasOwn(members, name) ? sub(inner, members[name]) : unsure,
      )
    case 'required':
      return (wanted as string[]).every((name) => Object.hasOwn(members, name) || unsure)
    case 'additionalProperties':
      return Object.keys(members)
        .filter((name) => !Object.hasOwn((schema.properties as Json | undefined) ?? {}, name))
        .every((name) => (typeof wanted === 'boolean' ? wanted : sub(wanted, members[name])))
    default:
      throw new Error(`no such keyword: ${keyword}`)
  }
}
const holdsSchema = (schema: Json, value: unknown, unsure: boolean): boolean =>
  Object.keys(schema).every((keyword) => holdsKeyword(schema, keyword, value, unsure))

const fitsDomain = (text: string | null, domains: readonly string[]): boolean | undefined => {
  const host = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)$/
    .exec(text ?? '')?.[1]
    ?.toLowerCase()
  if (host === undefined) return undefined
  return domains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain))
}

/** True if a text that equals no name may mean one: an address in other letters or beside a name, or one of several names. */
const mayMean = (text: string, names: readonly string[]): boolean =>
  names.some((name) =>
    name.includes('@')
      ? text
          .normalize('NFKC')
          .toLowerCase()
          .split(/[\s,;<>"'()]/)
          .includes(name.toLowerCase())
      : text.split(/[,;]/).some((part) => part.trim() === name),
  )

/** `undefined`: it can't be judged. */
const judgeRole = (call: NaiveCall, role: string, wanted: Json, list: List): boolean | undefined => {
  if (role === 'amount') {
    const { amount } = call
    if (!amount || amount.length === 0) return undefined
    let total = '0'
    for (const each of amount) {
      if (!each || each.currency !== wanted.currency || compare(each.value, '0') < 0) return undefined
      const [a, b] = sameScale(total, each.value)
      const places = Math.max(decimal(total).places, decimal(each.value).places)
      const sum = (a + b).toString().padStart(places + 1, '0')
      total = places === 0 ? sum : `${sum.slice(0, -places)}.${sum.slice(-places)}`
    }
    return compare(total, wanted.maximum) <= 0
  }
  const values = role === 'recipient' ? call.recipient : call.destination
  if (!values || values.length === 0) return undefined
  const fits = values.map((value): boolean | undefined => {
    if (value === null) return undefined
    if ((wanted.in as string[] | undefined)?.includes(value)) return true
    const fits = wanted.domain ? fitsDomain(value, wanted.domain as string[]) : false
    return fits === false && mayMean(value, (wanted.in as string[] | undefined) ?? []) ? undefined : fits
  })
  if (letsThrough(list)) return fits.every((fit) => fit === true)
  return fits.some((fit) => fit !== false)
}

const holds = (rule: NaiveRule, call: NaiveCall, list: List): boolean => {
  const unsure = !letsThrough(list)
  if (rule.where && !holdsSchema(rule.where, call.parameters, unsure)) return false
  return Object.entries(rule.roles ?? {}).every(
    ([role, wanted]) => judgeRole(call, role, wanted as Json, list) ?? unsure,
  )
}

const matches = (text: string, call: NaiveCall, list: List): boolean => {
  const [, provider = '', what = '', account] = /^(.+?):([^@]+)(?:@(.+))?$/.exec(text) ?? []
  if (provider !== '*' && provider !== call.provider) return false
  if (account !== undefined && account !== call.account) return false
  const strict = list === 'deny' || list === 'ask'
  const { kind } = call
  if (what === call.action) return true
  if (kind === 'raw') {
    if (list === 'deny' && ['read', 'write', 'secret', '*'].includes(what)) return true
    if (list === 'ask' && call.changes && ['write', '*'].includes(what)) return true
    return strict && call.changes && classNames.some((name) => name === what)
  }
  const isSecret = kind.startsWith('secret-')
  const plain = kind.replace('secret-', '')
  if (what === 'secret') return isSecret
  if (isSecret && !strict) return false
  return what === '*' || what === plain || (strict ? call.callClasses : call.classes).includes(what)
}

const toRule = (rule: string | NaiveRule): NaiveRule => (typeof rule === 'string' ? { pattern: rule } : rule)

/** Counts by level, rule and window. */
export type NaiveCounts = Map<string, number>

const windowsOf = (level: NaiveLevel, rule: NaiveRule, now: Date) =>
  (['hour', 'day'] as const).flatMap((unit) => {
    const most = rule.per?.[unit]
    const window = now.toISOString().slice(0, unit === 'hour' ? 13 : 10)
    return most === undefined ? [] : [{ most, key: `${level.name} ${JSON.stringify(rule)} ${window}` }]
  })
const hasRoom = (level: NaiveLevel, rule: NaiveRule, counts: NaiveCounts, now: Date): boolean =>
  windowsOf(level, rule, now).every(({ most, key }) => (counts.get(key) ?? 0) < most)

/** The first rule that lets the call through: one without a count first, as then none is used up. */
const choose = (
  level: NaiveLevel,
  rules: readonly (string | NaiveRule)[],
  call: NaiveCall,
  list: 'allow' | 'except',
  counts: NaiveCounts,
  now: Date,
): NaiveRule | undefined => {
  const fitting = rules.map(toRule).filter((rule) => matches(rule.pattern, call, list) && holds(rule, call, list))
  return fitting.find(({ per }) => !per) ?? fitting.find((rule) => hasRoom(level, rule, counts, now))
}

export type NaiveDecision = 'sent' | 'asked' | 'refused'

/** Decides a call, and counts it. */
export const decideNaively = (
  levels: readonly NaiveLevel[],
  call: NaiveCall,
  counts: NaiveCounts,
  now: Date,
): NaiveDecision => {
  const applies = (rule: NaiveRule, list: 'deny' | 'ask') =>
    matches(rule.pattern, call, list) && holds(rule, call, list)
  const allowedBy: [NaiveLevel, NaiveRule][] = []
  const exceptedBy: [NaiveLevel, NaiveRule][] = []
  let isAsked = false
  for (const level of levels) {
    if (level.deny?.some((rule) => applies(toRule(rule), 'deny'))) return 'refused'
    if (level.allow) {
      const allowing = choose(level, level.allow, call, 'allow', counts, now)
      if (!allowing) return 'refused'
      allowedBy.push([level, allowing])
    }
    for (const asking of (level.ask ?? []).map(toRule).filter((rule) => applies(rule, 'ask'))) {
      const excepting = choose(level, asking.except ?? [], call, 'except', counts, now)
      if (excepting) exceptedBy.push([level, excepting])
      else isAsked = true
    }
  }
  // A call that a person decides about uses up no exception.
  const used = isAsked ? allowedBy : [...allowedBy, ...exceptedBy]
  const keys = new Set(used.flatMap(([level, rule]) => windowsOf(level, rule, now).map(({ key }) => key)))
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return isAsked ? 'asked' : 'sent'
}
