import { readFileSync } from 'node:fs'
import Type, { type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { healArguments } from './heal-arguments.ts'
import { createHealNotes } from './notes.ts'
import { healRules } from './rules.ts'

/**
 * A second implementation of the table of docs/mcp-results.md, "What is healed", written from that table alone. It judges values that are near
 * to what each rule reads; where it says `refused`, nothing may be read.
 */
const refused = Symbol('refused')

let seed = 0
/** Mulberry32: the same near-misses in every run. */
const random = (below: number): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
const digits = (count: number): string => Array.from({ length: count }, () => random(10)).join('')
const chance = (): boolean => random(2) === 0

interface NearMiss {
  /** The id that was put into the value, and how. */
  readonly id?: string
  readonly form?: string
  readonly name: string
  readonly schema: TSchema
  readonly value: unknown
  readonly isWrite: boolean
  readonly namesAll: boolean
}

interface JudgedRule {
  readonly make: () => Partial<NearMiss> & Pick<NearMiss, 'schema' | 'value'>
  /** The value that is read; `undefined`: it is left out. */
  readonly judge: (miss: NearMiss) => unknown
}

const nameOf = (count: number): string => `_${digits(count)}`

const isDigit = (text: string): boolean => text !== '' && [...text].every((one) => one >= '0' && one <= '9')
const hasZeroInFront = (text: string): boolean => text.length > 1 && text.startsWith('0')
const isMoney = (name: string): boolean => ['amount', 'unit_price', 'totalFee'].includes(name)

const judgeNumber = ({ value, schema, name }: NearMiss): unknown => {
  if (typeof value !== 'string') return refused
  const bare = value.startsWith('-') && !isMoney(name) ? value.slice(1) : value
  const [whole = '', fraction, ...more] = bare.split('.')
  if (!isDigit(whole) || hasZeroInFront(whole) || more.length > 0) return refused
  if (fraction === undefined) return BigInt(value)
  const takesFraction = Type.IsNumber(schema) && !isMoney(name) && whole.length <= 15
  return takesFraction && isDigit(fraction) && fraction.length <= 6 && fraction.length !== 3 ? Number(value) : refused
}

const wordsOf = (name: string): readonly string[] => name.replaceAll(/[A-Z]/g, '_$&').toLowerCase().split('_')
const beginnings = ['gte', 'since', 'from', 'start', 'oldest', 'min']
const ends = ['lt', 'lte', 'until', 'before', 'to', 'end', 'latest', 'max', 'through']
const periodNames = [
  'gte',
  'gt',
  'lt',
  'lte',
  'since',
  'until',
  'timeMin',
  'timeMax',
  'oldest',
  'latest',
  'from',
  'before',
  'after',
  'send_at',
  'due',
]
const isIn = (name: string, list: readonly string[]): boolean => wordsOf(name).some((word) => list.includes(word))

const twoDigits = (most: number): string => String(1 + random(most)).padStart(2, '0')
const aDay = (): string => `${1985 + random(120)}-${twoDigits(13)}-${twoDigits(31)}`
const isCalendarDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
const isRecent = (ms: number): boolean => ms >= Date.UTC(1990, 0, 1) && ms < Date.UTC(2100, 0, 1)
const aTime = (): string => `${twoDigits(23)}:${twoDigits(59)}:${twoDigits(59)}`

const seconds = Type.Integer({ description: 'In Unix seconds' })
const milliseconds = Type.Integer({ description: 'In Unix milliseconds' })
const msText = Type.String({ description: 'A date, or Unix milliseconds' })
const moment = Type.String({ format: 'date-time' })
const date = Type.String({ format: 'date' })

/** Tells if a name says that its value is a moment. */
const saysTime = (name: string): boolean =>
  ['since', 'until', 'time', 'oldest', 'latest', 'from', 'before', 'after', 'at', 'due'].some((one) =>
    wordsOf(name).includes(one),
  )

/** Ten digits where milliseconds are wanted. */
const judgeMilliseconds = ({ value, schema, name }: NearMiss): unknown => {
  const text = String(value)
  const isSeconds = isDigit(text) && text.length === 10 && !hasZeroInFront(text) && isRecent(Number(text) * 1000)
  if (schema === msText) return isSeconds && (typeof value === 'number' || saysTime(name)) ? `${text}000` : text
  if (isSeconds) return Number(text) * 1000
  return isDigit(text) && !hasZeroInFront(text) ? Number(text) : refused
}

const judgeMoment = ({ value, schema, name, isWrite }: NearMiss): unknown => {
  if (schema === moment && isCalendarDay(String(value))) {
    const isFirst = !isWrite && isIn(name, beginnings) && isRecent(Date.parse(String(value)))
    return isFirst ? `${value}T00:00:00Z` : refused
  }
  if (schema === seconds) {
    if (typeof value !== 'string') {
      const isMilliseconds = String(value).length === 13 && isRecent(Number(value))
      return isMilliseconds ? Math.floor(Number(value) / 1000) : value
    }
    if (isDigit(value)) {
      const isMilliseconds = value.length === 13 && isRecent(Number(value))
      if (hasZeroInFront(value)) return refused
      return isMilliseconds ? Math.floor(Number(value) / 1000) : Number(value)
    }
    const [day = '', rest] = value.split('T')
    if (!isCalendarDay(day)) return refused
    if (rest === undefined && (isWrite || !isIn(name, beginnings))) return refused
    if (rest !== undefined && !/(?:Z|[+-]\d\d:\d\d)$/.test(rest)) return refused
    const ms = Date.parse(value)
    return isRecent(ms) ? BigInt(ms / 1000) : refused
  }
  const text = String(value)
  if (!isDigit(text) || (text.length !== 10 && text.length !== 13)) return refused
  const ms = text.length === 10 ? Number(text) * 1000 : Number(text)
  if (!isRecent(ms)) return refused
  if (schema === moment) return new Date(ms).toISOString().replace('.000Z', 'Z')
  return ms % 86_400_000 === 0 && !isIn(name, ends) ? new Date(ms).toISOString().slice(0, 10) : refused
}

/** An id whose form the schema says, one whose form it doesn't, and a number. */
const strictId = Type.String({ pattern: '^C[A-Z0-9]{4,8}$' })
const looseId = Type.String({ maxLength: 200 })
const numberOfIssue = Type.Integer({ minimum: 1 })
const ids = ['C01AB', 'C9ZZ8Y7', 'rec-77a1', 'general', '12345', '7', 'WEB-12', '1AbC_d-E9']
const isOfStrictForm = (text: string): boolean => /^C[A-Z0-9]{4,8}$/.test(text)
const hasDigit = (text: string): boolean => [...text].some((one) => one >= '0' && one <= '9')

/** Puts what people put around an id; what has two ids, or another host, is read as none. */
const around: readonly ((
  id: string,
) => readonly [
  text: string,
  isRead: 'wrapped' | 'url' | 'several' | 'named' | 'worded' | 'address' | 'key' | 'number' | 'bare' | 'no',
])[] = [
  (id) => [`https://example.com/team/C00000/channel/${id}/54321`, 'named'],
  (id) => [`https://example.com/channels/${id}/C00000/p1503435956000247`, 'named'],
  (id) => [`\`${id}\``, 'wrapped'],
  (id) => [` ${id}`, 'wrapped'],
  (id) => [`${id}\u00a0`, 'wrapped'],
  (id) => [`"${id}"`, 'wrapped'],
  (id) => [`${id} and ${id}`, 'no'],
  (id) => [`\`${id}`, 'no'],
  (id) => [`https://app.example.com/x/${id}`, 'url'],
  (id) => [`<https://example.com/x/${id}|open>`, 'url'],
  (id) => [`https://example.com/x?y=${id}`, 'url'],
  (id) => [`https://example.org/x/${id}`, 'no'],
  (id) => [`https://example.com.evil.net/x/${id}`, 'no'],
  (id) => [`https://example.com@evil.net/x/${id}`, 'no'],
  (id) => [`https://a@example.com/x/${id}`, 'no'],
  (id) => [`https://example.com/C00000/${id}/55555`, 'several'],
  (id) => [`https://example.com/Notes-about-${id}`, 'no'],
  (id) => [`ftp://example.com/x/${id}`, 'no'],
  (id) => [`https://example.com/CARDS/${id}`, 'worded'],
  (id) => [`[open it](https://example.com/x/${id})`, 'url'],
  (id) => [`[open it](https://example.org/x/${id})`, 'no'],
  (id) => [`[${id}]`, 'key'],
  (id) => [`${id}: Log-in fails`, 'key'],
  (id) => [`[${id}] Log-in fails`, 'key'],
  (id) => [`#${id}: Log-in fails`, 'number'],
  (id) => [`#${id} - Log-in fails`, 'number'],
  (id) => [`${id}: as WEB-9 does`, 'no'],
  (id) => [`#${id}: as #9 does`, 'no'],
  (id) => [`[${id}`, 'no'],
  (id) => [`(${id}) Log-in fails`, 'no'],
  (id) => [`record://${id}`, 'address'],
  (id) => [`record://x/${id}`, 'no'],
  (id) => [id, 'bare'],
]

const isKey = (text: string): boolean => /^[A-Z][A-Z0-9]*-\d+$/.test(text)

const judgeId = ({ value, schema, name, id = '', form = '' }: NearMiss): unknown => {
  const fits = (text: string): boolean => {
    if (schema === numberOfIssue) return isDigit(text) && !text.startsWith('0')
    return schema === looseId || isOfStrictForm(text)
  }
  const isLikely = (text: string): boolean => schema !== looseId || isKey(text) || (hasDigit(text) && text.length > 4)
  const asMeant = (text: string): unknown => (schema === numberOfIssue ? Number(text) : text)
  if (form === 'bare' || form === 'wrapped') return fits(id) ? asMeant(id) : refused
  if (form === 'no') return schema === looseId ? value : refused
  if (form === 'address') {
    if (schema === looseId) return value
    return fits(id) ? asMeant(id) : refused
  }
  if (form === 'key' || form === 'number') {
    const isBracketed = String(value) === `[${id}]`
    const isNamed = form === 'number' ? isDigit(id) : isKey(id) || (isBracketed && isDigit(id))
    if (isNamed && fits(id)) return asMeant(id)
    return schema === looseId ? value : refused
  }
  if (form === 'worded') {
    const fitting = ['CARDS', id].filter(fits)
    const isSure = fitting.length === 1 && schema !== looseId
    const chosen = isSure ? fitting : fitting.filter((part) => isKey(part) || (hasDigit(part) && part.length > 4))
    const [only, ...rest] = chosen
    if (only === undefined || rest.length > 0) return schema === looseId ? value : refused
    return asMeant(only)
  }
  if (form === 'named') {
    const isTeam = String(value).includes('/team/')
    const ofTeam = name === 'team_key' && isTeam ? 'C00000' : ''
    const named = name === 'channel_id' ? id : ofTeam
    if (fits(named) && hasDigit(named)) return asMeant(named)
    const rest = isTeam ? ['C00000', id, '54321'] : [id, 'C00000', 'p1503435956000247']
    const fitting = rest.filter((part) => fits(part) && isLikely(part))
    if (fitting.length === 1) return asMeant(fitting[0] ?? '')
    return schema === looseId ? value : refused
  }
  const parts = (form === 'several' ? ['C00000', id, '55555'] : [id]).filter((part) => fits(part) && isLikely(part))
  const [meant, ...others] = parts
  if (meant === undefined || others.length > 0) return schema === looseId ? value : refused
  return asMeant(meant)
}

const texts = Type.Array(Type.String())
const numbers = Type.Array(Type.Integer())
const flags = Type.Array(Type.Boolean())
const table = Type.Array(Type.Array(Type.String()))

const commas = Type.String({ description: 'Comma-separated list of ids' })

const values = ['open', 'in_progress', '-created_at', 'created_at', 'DONE']
const choice = Type.Enum(values)
const currency = Type.String({ pattern: '^[a-z]{3}$' })
const country = Type.String({ pattern: '^[A-Z]{2}$' })
const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const sid = Type.String({ pattern: '^[0-9A-F]{24}$' })
const hex = (count: number): string => Array.from({ length: count }, () => pick([...'0123456789abcdefABCDEF'])).join('')
const hexIds = (): string =>
  pick([
    [hex(8), hex(4), hex(4), hex(4), hex(12)].join('-'),
    [hex(8), hex(4), hex(4), hex(12)].join('-'),
    hex(24),
    hex(23),
  ])
const phone = Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$' })
const phones = [
  ...['+1 415-555-0100', '+1 (415) 555-0100', '+49 30 1234567', '+49 (0)30 1234567', '+33.1.23.45.67.89'],
  ...['415-555-0100', '0049 30 1234567', '+1 415 555 0100 ext 5', '+1415555O100', '+44 20 7946 0958 20 7946 0958'],
]
const judgePhone = (text: string): unknown => {
  const isDialled = [...text.slice(1)].every((one) => ' ().-0123456789'.includes(one))
  const count = [...text].filter(isDigit).length
  return text.startsWith('+') && isDialled && !text.includes('(0)') && count <= 15
    ? [...text].filter((one) => one === '+' || isDigit(one)).join('')
    : refused
}

const codes = ['EUR', 'eur', 'Eur', 'US', 'us', 'Us', 'EURO', 'E', 'eu r', 'E1', '€']
const flat = (text: string): string => text.toLowerCase().replaceAll(/(?<=[a-z])[ _-](?=[a-z])/g, '')
const respell = (text: string): string => {
  const joined = text.replaceAll(/(?<=[a-z])_/g, () => pick(['_', ' ', '-', '']))
  return pick([joined, joined.toUpperCase(), `+${joined}`, `${joined}s`, `${joined} `, joined.slice(1)])
}

const rules: Readonly<Record<string, JudgedRule>> = {
  number: {
    make: () => ({
      schema: chance() ? Type.Integer() : Type.Number(),
      name: pick(['limit', 'size', 'amount', 'unit_price', 'totalFee']),
      value: `${pick(['', '', '', '-', '+', '0', ' ', '$'])}${digits(1 + random(pick([3, 20])))}${pick(['', '', '.', ',', 'e', '_'])}${pick(['', digits(random(8))])}${pick(['', '', '', ' ', '0', '.0'])}`,
    }),
    judge: judgeNumber,
  },
  boolean: {
    make: () => ({
      schema: Type.Boolean(),
      value: pick([
        ...['true', 'false', 'True', 'FALSE', 'tRue', 'yes', 'no', 'on', '1', '0', 't', 'true ', 'truе'],
        1,
        0,
      ]),
    }),
    judge: ({ value }) => {
      if (typeof value !== 'string') return refused
      if (value.toLowerCase() === 'true') return true
      return value.toLowerCase() === 'false' ? false : refused
    },
  },
  text: {
    make: () => ({
      schema: Type.String(),
      name: pick(['name', 'code', 'since', 'created_at']),
      value: pick([
        random(1e9),
        Number(digits(10)),
        Number(digits(13)),
        random(1e6) / 100,
        2 ** (50 + random(20)),
        true,
        false,
        1 / 3,
      ]),
    }),
    judge: ({ value, name }) => {
      if (typeof value === 'boolean') return String(value)
      const number = value as number
      const text = String(number)
      if (Number.isInteger(number)) {
        const ms = text.length === 10 ? number * 1000 : number
        const isTime = (text.length === 10 || text.length === 13) && isRecent(ms)
        if (isTime && (name === 'since' || name === 'created_at')) return refused
        return Number.isSafeInteger(number) ? text : refused
      }
      return (text.split('.')[1] ?? '').length <= 6 ? text : refused
    },
  },
  json: {
    make: () => ({
      schema: pick([texts, Type.Object({ a: Type.String() }), table]),
      value: pick(['["a"]', '[]', '{"a":"1"}', '["a",', '{"a":"1","a":"2"}', '[["a"]]', '{"a"}', "['a']"]),
    }),
    judge: ({ value, schema }) => {
      if (value === '[]' && schema !== undefined && Type.IsArray(schema)) return []
      if (value === '["a"]' && schema === texts) return ['a']
      if (value === '[["a"]]' && schema === table) return [['a']]
      return value === '{"a":"1"}' && !Type.IsArray(schema) ? { a: '1' } : refused
    },
  },
  list: {
    make: () => ({
      isWrite: true,
      schema: pick([texts, numbers, flags, table]),
      value: pick([
        ...[
          'a',
          'a b',
          'a,b',
          'a;b',
          'a|b',
          '',
          '7',
          '[',
          '{a}',
          'a-b',
          'ä',
          'true',
          'None',
          'null',
          'NULL',
          'undefined',
        ],
        ...[true, false, 7],
      ]),
    }),
    judge: ({ value, schema }) => {
      if (schema === table) return refused
      const isSeveral = typeof value === 'string' && [...value].some((one) => ' ,;|[]{}'.includes(one))
      if (value === '' || isSeveral || /^(?:none|null|undefined)$/i.test(String(value))) return refused
      if (schema === flags && value === false) return [false]
      if (schema === flags) return String(value) === 'true' ? [true] : refused
      if (schema === numbers) return String(value) === '7' ? [7] : refused
      return typeof value === 'boolean' ? refused : [String(value)]
    },
  },
  commas: {
    make: () => ({
      schema: pick([commas, Type.String({ description: 'Ids' })]),
      value: pick([
        ...[['1:2', '1:3'], ['a'], [1, 2], ['a b', 'c'], ['a,b', 'c'], [' a'], ['a '], [''], [], ['a\nb'], [1.5], [{}]],
        ...[[{ id: 'a' }], [['a']], [true], 'a,b'],
      ]),
    }),
    judge: ({ value, schema }) => {
      if (!Array.isArray(value)) return value
      const isPlain = (item: unknown): boolean =>
        typeof item === 'number'
          ? Number.isInteger(item)
          : typeof item === 'string' && item !== '' && item.trim() === item
      const isApart = value.every((item) => isPlain(item) && !/[,\n]/.test(String(item)))
      return schema === commas && value.length > 0 && isApart ? value.join(',') : refused
    },
  },
  spelling: {
    make: () =>
      pick([
        () => ({ schema: pick([currency, country]), value: pick(codes) }),
        () => ({ schema: pick([uuid, sid]), value: hexIds() }),
        () => ({ schema: phone, value: pick(phones) }),
        () => ({ schema: choice, value: respell(pick(values)) }),
      ])(),
    judge: ({ value, schema }) => {
      const code = String(value)
      if (schema === phone) return judgePhone(code)
      if (schema === uuid) return code.length === 36 ? code.toLowerCase() : refused
      if (schema === sid) return code.length === 24 && !code.includes('-') ? code.toUpperCase() : refused
      if (schema === currency) return /^[A-Za-z]{3}$/.test(code) ? code.toLowerCase() : refused
      if (schema === country) return /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : refused
      const alike = values.filter((one) => one.toLowerCase() === String(value).toLowerCase())
      const like = alike.length > 0 ? alike : values.filter((one) => flat(one) === flat(String(value).trim()))
      return like.length === 1 ? like[0] : refused
    },
  },
  time: {
    make: () => ({
      schema: pick([seconds, moment, date]),
      name: pick(periodNames),
      value: pick([
        `${aDay()}T${aTime()}${pick(['Z', '+02:00', '', ' UTC', 'z'])}`,
        `${aDay()} ${aTime()}Z`,
        digits(9 + random(6)),
        Number(digits(10)),
        String(random(45_000) * 86_400),
        random(45_000) * 86_400_000,
        '03/04/2026',
      ]),
    }),
    judge: judgeMoment,
  },
  unit: {
    make: () => ({
      schema: pick([milliseconds, msText]),
      name: pick(['since', 'sent_at', 'timeMin', 'size', 'code']),
      value: pick([
        ...[digits(10), digits(13), digits(9), `0${digits(9)}`, '1,796,122,800', '1796122800.0'],
        ...[Number(`1${digits(9)}`), Number(`1${digits(12)}`)],
      ]),
    }),
    judge: judgeMilliseconds,
  },
  day: {
    make: () => ({
      schema: pick([seconds, moment]),
      name: pick(periodNames),
      value: pick([aDay(), aDay(), '2026-1-31', '31.01.2026']),
    }),
    judge: judgeMoment,
  },
  id: {
    make: () => {
      const id = pick(ids)
      const [value, form] = pick(around)(id)
      const schema = pick([strictId, looseId, numberOfIssue])
      const ofId = form === 'named' && chance() ? 'team_key' : 'channel_id'
      return { schema, name: schema === numberOfIssue ? 'issue_number' : ofId, value, id, form }
    },
    judge: judgeId,
  },
  empty: {
    make: () => ({
      schema: pick([
        Type.Integer({ minimum: 1 }),
        choice,
        Type.Boolean(),
        Type.Union([Type.Integer(), Type.Null()]),
        Type.Array(choice),
      ]),
      name: pick(['limit', 'state', 'amount', 'unit_price']),
      value: pick([...[null, '', 'null', 'None', 'none', 'NULL', 'undefined', ' ', 'nil'], ['null'], [], [null]]),
    }),
    judge: ({ value, schema, name, isWrite, namesAll }) => {
      if (value === null && Type.IsUnion(schema)) return null
      if (Array.isArray(value) && value.length === 0 && Type.IsArray(schema)) return []
      const isEmpty =
        value === null ||
        (Array.isArray(value)
          ? value.length === 1 && (value[0] === 'null' || value[0] === null)
          : ['', 'null', 'None'].includes(String(value)))
      if (!isEmpty) return refused
      if (!isWrite) return undefined
      return value === null && namesAll && !isMoney(name) ? undefined : refused
    },
  },
}

const parseJson = (text: string): unknown => {
  try {
    const value = JSON.parse(text)
    return JSON.stringify(value).length === text.length ? value : undefined
  } catch {
    return undefined
  }
}

const asText = (value: unknown): string =>
  value === undefined ? 'left out' : JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one))

test.each(Object.entries(rules))(
  'of 500 values near to those of the rule `%s` none is read otherwise than the table says',
  (_id, { make, judge }) => {
    seed = 48
    const wrong: string[] = []
    const counts = { read: 0, refused: 0 }
    for (let n = 0; n < 500; n++) {
      const miss: NearMiss = { name: nameOf(3), isWrite: chance(), namesAll: chance(), ...make() }
      const { name, schema, value, isWrite, namesAll } = miss
      const body = Type.Object({ [name]: Type.Optional(schema as Type.TString) })
      const notes = createHealNotes()
      const healed = healArguments(
        body,
        { [name]: value },
        {
          ...{ notes, parseJson, isWrite, namesAll },
          isOwnHost: (host) => host === 'example.com' || host.endsWith('.example.com'),
        },
      )
      const want = judge(miss)
      const meant = want === refused ? value : want
      const isRefused = want === refused && !Value.Check(body, healed)
      if (!isRefused && asText(healed[name]) !== asText(meant))
        wrong.push(`${name}: ${asText(value)} was read as ${asText(healed[name])}, not ${asText(meant)}`)
      counts[want === refused ? 'refused' : 'read']++
    }
    expect(wrong).toEqual([])
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(25)
  },
)

test('each rule has a row in the table of the docs, and near-misses here', () => {
  const page = readFileSync('docs/mcp-results.md', 'utf8')
  for (const { id } of healRules) {
    expect(page.toLowerCase()).toContain(`\n| ${id} | `)
    expect(rules).toHaveProperty(id)
  }
})
