import { readWait, toWait } from './read-wait.ts'

/** The bounds of an error's body: what is deeper or longer is not read. */
const deepest = 6
const mostMembers = 300
const longestSentence = 1000
const mostSentences = 20

/** The seconds of the unit that ends a name, `retry_after_ms`; none: seconds. */
const unitsOfNames: readonly (readonly [end: RegExp, seconds: number])[] = [
  [/(?:ms|millis|milliseconds?)$/, 1e-3],
  [/(?:minutes?|mins?)$/, 60],
  [/hours?$/, 3600],
]

/** A name without its separators and capitals: `retryAfterMs`, `x-retry-after-ms`. */
const normalize = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const unit = '(?:ms|millis|milliseconds?|s|secs?|seconds?|minutes?|mins?|hours?)?'
/** The members that say how long to wait, or until when. */
const retryMember = new RegExp(
  `^(?:(?:recommended|next|minimum|min)?retry(?:after|in|delay|at|time|wait|on|until|date)(?:time|date)?|` +
    `(?:nextallowed|available|unlocks?|unlocked|blocked|banned)(?:in|at|on|until|time|requestat)|(?:estimated)?wait(?:time|for)?|timetowait|timeout?remaining|` +
    `backoff(?:time)?|cool-?down(?:remaining)?|estimatedtime(?:toregainaccess)?)${unit}$`,
)
/** The members that say when the window of a limit ends. */
const resetMember = new RegExp(`^(?:ratelimit|limit|quota|window)?resets?(?:in|inx|after|at|on|time|date)?${unit}$`)
/** Meta's own, in minutes: developers.facebook.com/docs/graph-api/overview/rate-limiting. */
const inMinutes = /^estimatedtimetoregainaccess$/

const unitOf = (name: string): number =>
  inMinutes.test(name) ? 60 : (unitsOfNames.find(([end]) => end.test(name))?.[1] ?? 1)

/** The seconds that a member's or a header's value stands for, by the unit in its name. */
const readValue = (name: string, value: unknown, headers: Headers): number | undefined => {
  const text = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? `${value}` : ''
  const seconds = unitOf(name)
  if (seconds === 1 || !/^\d+(?:\.\d+)?$/.test(text)) return readWait(text, headers)
  return toWait(Number(text), headers) === Number(text) ? Number(text) * seconds : readWait(text, headers)
}

const number = String.raw`(?:\d{1,12}(?:\.\d{1,12})?|an?\b|one\b)`
const span = String.raw`\d{1,4}:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:\d\d)?|${number} ?(?:milliseconds?|millis|seconds?|secs?|minutes?|mins?|hours?|hrs?|ms|s|m|h|d)(?![a-z])(?:(?:,? (?:and )?| ?)\d{1,12}(?:\.\d{1,12})? ?(?:milliseconds?|seconds?|secs?|minutes?|mins?|ms|s|m)(?![a-z]))*`
/** The words before a wait in a sentence: `try again in 6m0s`, `Expected available in 831.0 seconds`, `reset in 16 seconds`. */
const spokenWait = new RegExp(
  String.raw`\b(?:re-?try|try|wait(?:ing)?|available|resets?|replenished|renews?|blocked|locked|banned|expires|lifted|again|back|backoff|break|pause)\b[^.!?\d]{0,40}?\b(?:in|after|for|at|until|least|wait|again|another|every)?[: (]*\b(${span})`,
  'i',
)
/** A number alone, which are seconds: `Too Many Requests: retry after 41`. */
const bareWait = /\bretry[- _]after[: ]{1,3}(\d{1,9}(?:\.\d{1,9})?)(?![\d.]*\w)/i

const readSentence = (sentence: string, headers: Headers): number | undefined => {
  const phrase = spokenWait.exec(sentence)?.[1] ?? bareWait.exec(sentence)?.[1]
  return phrase === undefined ? undefined : readWait(phrase.replace(/^(?:an?|one) /i, '1 '), headers)
}

/** The waits that a body names, each by the surest way: in a member for it, in one for the window's end, or in a sentence. */
class Waits {
  readonly retries: number[] = []
  readonly resets: number[] = []
  readonly #sentences: string[] = []
  #members = 0

  constructor(readonly headers: Headers) {}

  visit(value: unknown, name = '', depth = 0): void {
    if (depth > deepest || ++this.#members > mostMembers) return
    if (typeof value !== 'object' || value === null) this.#visitScalar(value, normalize(name))
    else
      for (const [key, member] of Object.entries(value))
        this.visit(member, Array.isArray(value) ? name : key, depth + 1)
  }

  #visitScalar(value: unknown, name: string): void {
    const list = (retryMember.test(name) && this.retries) || (resetMember.test(name) && this.resets)
    const wait = list ? readValue(name, value, this.headers) : undefined
    if (list && wait !== undefined && wait > 0) list.push(wait)
    else if (typeof value === 'string' && /\d|\ban?\b|\bone\b/.test(value) && this.#sentences.length < mostSentences)
      this.#sentences.push(value.slice(0, longestSentence))
  }

  get spoken(): number[] {
    return this.#sentences.map((each) => readSentence(each, this.headers)).filter((each) => each !== undefined)
  }
}

const longest = (waits: readonly number[]): number | undefined => (waits.length > 0 ? Math.max(...waits) : undefined)
const shortest = (waits: readonly number[]): number | undefined => (waits.length > 0 ? Math.min(...waits) : undefined)

/** The seconds that an error's body asks to wait; `undefined`: it doesn't say. Text that isn't JSON is read as a sentence. */
export const findWaitInBody = (body: unknown, headers: Headers): number | undefined => {
  const waits = new Waits(headers)
  waits.visit(body)
  // If several windows are full, the first one's end counts: a caller who comes too early is told so again.
  return longest(waits.retries) ?? shortest(waits.resets) ?? longest(waits.spoken)
}

const retryHeader = /(?:^|-)retry-?(?:after|in|at)(?:-|$)/
const resetHeader = /(?:rate-?limit|quota|limit|calls|throttl).*reset/
/** Older versions of draft-ietf-httpapi-ratelimit-headers: `limit=100, remaining=0, reset=5`, `"default";r=0;t=5`. */
const usedUp = /(?:remaining|r)=0[;,] *(?:[a-z]+=\d+[;,] *)?(?:reset|t)=(\d{1,10})(?=$|[;,])/g

/** A header in which a vendor lists the figures of several windows. */
const listFigures = (text: string | null | undefined): readonly string[] => (text ?? '').split(/, */, mostSentences)

/** The part of a reset that is about windows of which nothing is left; `undefined`: something is, or the answer doesn't say. */
const findUsedUp = (name: string, reset: string, headers: Headers): string | undefined => {
  const beside = [
    name.replace(/reset.*$/, 'remaining'),
    name.replace(/reset/, 'remaining'),
    name.replace(/(?:time-)?reset.*$/, 'requests-left'),
  ]
  const remaining = listFigures(beside.map((each) => headers.get(each)).find((each) => each !== null))
  const resets = remaining.length > 1 ? listFigures(reset) : [reset]
  if (resets.length !== remaining.length) return undefined
  const spent = resets.filter((_reset, index) => /^0(?:\.0+)?$/.test(remaining[index] ?? ''))
  return spent.length > 0 ? spent.join(', ') : undefined
}

/**
 * The seconds that the headers of a refusal for a limit ask to wait, in the names of vendors of whom nothing is declared:
 * `X-RateLimit-Reset-After`, `X-Rate-Limit-Time-Reset-Ms`. `undefined`: they don't say.
 */
export const findWaitInHeaders = (headers: Headers): number | undefined => {
  const [retries, spent, resets]: [number[], number[], number[]] = [[], [], []]
  for (const [name, value] of headers) {
    const isRetry = retryHeader.test(name)
    if (!isRetry && !resetHeader.test(name)) continue
    const ofSpent = isRetry ? undefined : findUsedUp(name, value, headers)
    const wait = readValue(normalize(name), ofSpent ?? value, headers)
    if (wait === undefined || wait <= 0) continue
    if (isRetry) retries.push(wait)
    else (ofSpent === undefined ? resets : spent).push(wait)
  }
  for (const [, seconds] of (headers.get('ratelimit') ?? '').slice(0, longestSentence).matchAll(usedUp))
    spent.push(Number(seconds))
  return longest(retries) ?? longest(spent) ?? shortest(resets)
}
