import { type LimitForm, type LimitHeaders, type Limits, readWait, type WaitUnit } from '../provider/index.ts'

/** The rate limit that a vendor's answer reports. */
export interface ReportedQuota {
  /** The name of the limit, if the vendor has several; otherwise empty. */
  readonly resource: string
  /** The calls of a whole window; `undefined`: the answer doesn't say. */
  readonly limit: number | undefined
  readonly left: number
  /** Milliseconds until the quota is full again, rounded up. */
  readonly resetMs: number
}

/** The milliseconds added to a time in seconds, which may be rounded down: a call that comes too early is refused. */
const secondMs = 1000
/** The longest time until a reset: quotas reset within a month, so a longer time is an error. */
const longestMs = 31 * 86_400_000
/** The longest name of a limit: it is part of a key in the store. */
const longestName = 64
/** Parses a number without a regular expression, which would be slower: this runs for each answer. */
const parseNumber = (text: string | null | undefined): number | undefined => {
  const value = text ? Number(text) : Number.NaN
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined
}

/** The calls that are left, of several numbers the fewest: a proxy repeats a header, or a vendor has several windows. */
const parseLeft = (text: string | null): number | undefined => {
  if (!text?.includes(',')) return parseNumber(text)
  const counts = text.split(',', mostCounts).map(parseNumber)
  return counts.includes(undefined) ? undefined : Math.min(...(counts as number[]))
}

const mostCounts = 10

/** The resets of the windows with the fewest calls left: `0, 14523` and `1, 1419704` are of a second and of a month (Brave). */
const ofFewest = (left: string | null, reset: string | null): string | null => {
  if (!left?.includes(',') || reset === null) return reset
  const counts = left.split(',', mostCounts).map(parseNumber)
  const resets = reset.split(',', mostCounts)
  if (counts.length !== resets.length || counts.includes(undefined)) return reset
  const fewest = Math.min(...(counts as number[]))
  return resets.filter((_reset, index) => counts[index] === fewest).join(',')
}

const toResetMs = (seconds: number, unit: WaitUnit): number =>
  Math.min(longestMs, Math.max(1, Math.ceil(seconds * 1000) + (unit === 'ms' ? 0 : secondMs)))

const toReportedLimit = (
  resource: string,
  limit: number | undefined,
  left: number | undefined,
  reset: number | undefined,
  unit: WaitUnit = 's',
): ReportedQuota | undefined =>
  left === undefined || reset === undefined
    ? undefined
    : { resource: resource.slice(0, longestName), limit, left: Math.floor(left), resetMs: toResetMs(reset, unit) }

/** The parameters of a structured field's item (RFC 9651, section 3.3): `;q=100;w=60`. */
const parameter = /;\s*([a-z*][a-z0-9_.*-]*)\s*(?:=\s*("[^"]*"|[^\s;,"]+))?/g
/** An item of a list, with its parameters: `"default";r=50;t=30`. Some servers leave the quotes out. */
const item =
  /(?:"([^"]*)"|(?<![\w"=:;-])([a-z*][\w*.:/-]*)(?=\s*;))((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:\s*=\s*(?:"[^"]*"|[^\s;,"]+))?)*)/g

type Parameters = ReadonlyMap<string | undefined, string | undefined>

const parseParameters = (text = ''): Parameters =>
  new Map([...text.matchAll(parameter)].map(([, name, value]) => [name, value]))

const parseItems = (field: string | null): ReadonlyMap<string, Parameters> =>
  new Map(
    [...(field ?? '').matchAll(item)].map(([, name, token = '', parameters]) => [
      name ?? token,
      parseParameters(parameters),
    ]),
  )

const isOfRequests = (policy: Parameters | undefined): boolean => {
  const unit = policy?.get('qu')
  return unit === undefined || unit === '"requests"'
}

/** The policies of the last answer, cached because they hardly ever change. */
let lastPolicies: { readonly field: string | null; readonly policies: ReadonlyMap<string, Parameters> } | undefined

const parsePolicies = (field: string | null): ReadonlyMap<string, Parameters> => {
  if (lastPolicies?.field !== field) lastPolicies = { field, policies: parseItems(field) }
  return lastPolicies.policies
}

/** Nearly all answers have one item in this form. */
const plainItem = /^"([^"]*)";r=(\d+);t=(\d+)$/

/** A member of the form of the draft's version 7: `limit=100, remaining=50, reset=5`. */
const member = /(?:^|[,;] *)(limit|remaining|reset)=(\d+)(?=$|[,;])/g

/** Reads the structured fields. If the vendor names several policies, the one with the fewest calls left decides. */
const structured = (headers: Headers): ReportedQuota | undefined => {
  const field = headers.get('ratelimit')
  if (field === null) return undefined
  const policies = parsePolicies(headers.get('ratelimit-policy'))
  const [, only, r, t] = plainItem.exec(field) ?? []
  if (only !== undefined && isOfRequests(policies.get(only)))
    return toReportedLimit(only, parseNumber(policies.get(only)?.get('q')), parseNumber(r), readWait(t, headers))
  const members = new Map([...field.matchAll(member)].map(([, name, value]) => [name, value]))
  if (members.has('remaining')) {
    const { limit, remaining, reset } = Object.fromEntries(members)
    return toReportedLimit('', parseNumber(limit), parseNumber(remaining), readWait(reset, headers))
  }
  let fewest: ReportedQuota | undefined
  for (const [name, parameters] of parseItems(field)) {
    const policy = policies.get(name)
    if (!isOfRequests(policy)) continue
    // `t` may be left out; the window's length is then the longest that it can take.
    const reset = readWait(parameters.get('t'), headers) ?? parseNumber(policy?.get('w'))
    const limit = toReportedLimit(name, parseNumber(policy?.get('q')), parseNumber(parameters.get('r')), reset)
    if (limit && (!fewest || limit.left < fewest.left)) fewest = limit
  }
  return fewest
}

const prefixed = (headers: Headers, prefix: 'ratelimit' | 'x-ratelimit'): ReportedQuota | undefined => {
  const remaining = headers.get(`${prefix}-remaining`)
  const left = parseLeft(remaining)
  if (left === undefined) return undefined
  const reset = readWait(ofFewest(remaining, headers.get(`${prefix}-reset`)), headers)
  const resource = prefix === 'x-ratelimit' ? (headers.get('x-ratelimit-resource') ?? '') : ''
  return toReportedLimit(resource, parseNumber(headers.get(`${prefix}-limit`)), left, reset)
}

const forms: { readonly [Form in LimitForm]: (headers: Headers) => ReportedQuota | undefined } = {
  RateLimit: structured,
  'RateLimit-*': (headers) => prefixed(headers, 'ratelimit'),
  'X-RateLimit-*': (headers) => prefixed(headers, 'x-ratelimit'),
  'Retry-After': () => undefined,
}

const own = (headers: Headers, { remaining, limit, reset }: LimitHeaders): ReportedQuota | undefined => {
  const left = parseLeft(headers.get(remaining))
  if (left === undefined) return undefined
  const most = limit === undefined ? undefined : parseNumber(headers.get(limit))
  const resets = ofFewest(headers.get(remaining), headers.get(reset.header))
  return toReportedLimit('', most, left, readWait(resets, headers, reset.unit), reset.unit)
}

/** The limit that an answer reports; `undefined`: it has no readable figures. */
export const readReportedLimit = (headers: Headers, { headers: form }: Limits): ReportedQuota | undefined =>
  typeof form === 'string' ? forms[form](headers) : own(headers, form)
