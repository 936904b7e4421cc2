import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { threadMs } from '../../test/thread-time.ts'
import type { RateLimitHint } from '../provider/index.ts'
import { readPauseMs, readRetryAfter } from './retry-after.ts'

const now = Date.now()
const inAnHour = new Date(now + 3_600_000)

// The rows' times are as far from now when the last of them is read.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

/** The longest month. */
const longest = 31 * 86_400

const hint = (unit: RateLimitHint['unit']): RateLimitHint => ({ header: 'X-Reset', unit })

const rows: [headers: Record<string, string>, hint: RateLimitHint | undefined, seconds: number | undefined][] = [
  [{}, undefined, undefined],
  [{ 'retry-after': '7' }, undefined, 7],
  [{ 'retry-after': ' 7 ' }, undefined, 7],
  [{ 'retry-after': '0' }, undefined, 0],
  [{ 'retry-after': '1.2' }, undefined, 2],
  [{ 'retry-after': inAnHour.toUTCString() }, undefined, 3600],
  [{ 'retry-after': inAnHour.toUTCString().replace('GMT', '+0000') }, undefined, 3600],
  [{ 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }, undefined, 0],
  [{ 'retry-after': 'Sat, 13 Sep 275760 00:00:00 GMT' }, undefined, longest],
  [{ 'retry-after': '999999999' }, undefined, longest],
  [{ 'retry-after': '1600000000' }, undefined, 0],
  [{ 'retry-after': String(inAnHour.getTime()) }, undefined, 3600],
  [{ 'retry-after': '-5' }, undefined, undefined],
  [{ 'retry-after': 'soon' }, undefined, undefined],
  [{ 'retry-after': '1e3' }, undefined, undefined],
  [{ 'retry-after': '' }, undefined, undefined],
  [{ 'retry-after': 'Mon, soon' }, undefined, undefined],
  [{ 'x-reset': '7' }, undefined, undefined],
  [{ 'x-reset': '7' }, hint('s'), 7],
  [{ 'x-reset': '1500' }, hint('ms'), 2],
  [{ 'x-reset': String(Math.floor(inAnHour.getTime() / 1000)) }, hint('epoch-s'), 3600],
  [{ 'x-reset': '1600000000' }, hint('epoch-s'), 0],
  [{ 'x-reset': 'soon' }, hint('s'), undefined],
  [{ 'retry-after': '3', 'x-reset': '7' }, hint('s'), 3],
  [{ 'retry-after': 'soon', 'x-reset': '7' }, hint('s'), 7],
]

it.each(rows)('%j with the hint %j asks to wait %j s', (headers, rateLimit, seconds) => {
  const wait = readRetryAfter({ status: 429, headers: new Headers(headers), hint: rateLimit })
  if (seconds === 3600) expect([3599, 3600]).toContain(wait)
  else expect(wait).toBe(seconds)
})

it.each([403, 503])("the vendor's own header doesn't say how long to wait after a %i", (status) => {
  const headers = new Headers({ 'x-reset': '7' })
  expect(readRetryAfter({ status, headers, hint: hint('s') })).toBeUndefined()
})

it('milliseconds of a header of their own count where Retry-After says nothing', () => {
  const read = (headers: Record<string, string>) => readRetryAfter({ status: 503, headers: new Headers(headers) })
  expect(read({ 'retry-after-ms': '1500' })).toBe(2)
  expect(read({ 'x-ms-retry-after-ms': '7000' })).toBe(7)
  expect(read({ 'retry-after': '3', 'retry-after-ms': '2500' })).toBe(3)
  expect(read({ 'retry-after-ms': 'soon' })).toBeUndefined()
})

const readings: [headers: Record<string, string>, retryAfter: number, seconds: number | undefined][] = [
  [{}, 60, 60],
  [{}, 0.2, 1],
  [{}, -5, 0],
  [{}, 1e300, longest],
  [{}, Number.NaN, undefined],
  [{ 'x-reset': '7' }, 60, 60],
  [{ 'retry-after': '3', 'x-reset': '7' }, 60, 3],
]
it.each(readings)('%j, with %d s read by the plugin, asks to wait %j s', (headers, retryAfter, seconds) => {
  const failure = { message: 'slow down', retryAfter }
  expect(readRetryAfter({ status: 429, headers: new Headers(headers), failure, hint: hint('s') })).toBe(seconds)
})

it('nothing is closed for longer than an hour', () => {
  const pause = (value: string) => readPauseMs({ status: 503, headers: new Headers({ 'retry-after': value }) })
  expect([pause('7'), pause('7200'), pause('soon')]).toEqual([7000, 3_600_000, 0])
})

const iso = (seconds: number) => new Date(now + seconds * 1000).toISOString()
const unix = (seconds: number) => Math.floor(now / 1000 + seconds)

/** Answers of vendors of whom nothing is declared, as public reports and the vendors' pages have them. Those with another status than 429 and 503 say in words that they are of a limit. */
const undeclared: [
  what: string,
  status: number,
  headers: Record<string, string>,
  body: unknown,
  seconds: number | undefined,
][] = [
  [
    'telegram',
    429,
    {},
    { ok: false, error_code: 429, description: 'Too Many Requests: retry after 41', parameters: { retry_after: 41 } },
    41,
  ],
  ['telegram text only', 429, {}, { ok: false, description: 'Too Many Requests: retry after 3' }, 3],
  ['discord', 429, {}, { message: 'You are being rate limited.', retry_after: 64.57, global: false }, 65],
  [
    'groq',
    429,
    {},
    {
      error: {
        message:
          'Rate limit reached for model `llama3-70b-8192` on tokens per minute (TPM): Limit 7000, Used 0, Requested ~12903. Please try again in 50.597142857s. Visit https://console.groq.com/docs/rate-limits for more information.',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    },
    51,
  ],
  [
    'groq 1m47',
    429,
    {},
    { error: { message: 'Limit 500000, Used 500370, Requested 252. Please try again in 1m47.5854s. Visit https://x' } },
    108,
  ],
  ['groq ms', 429, {}, { error: { message: 'Limit 30, Used 30, Requested 1. Please try again in 399ms. Visit x' } }, 1],
  [
    'gemini',
    429,
    {},
    {
      error: {
        code: 429,
        message: 'You exceeded your current quota. Please retry in 58.934310785s.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '58s' }],
      },
    },
    58,
  ],
  ['gemini list', 429, {}, [{ error: { code: 429, details: [{ retryDelay: '45.837906927s' }] } }], 46],
  [
    'monday',
    429,
    {},
    {
      errors: [
        'Complexity budget exhausted, query cost 222250 budget remaining 214980 out of 10000000 reset in 16 seconds',
      ],
      error_code: 'complexityBudgetExhausted',
    },
    16,
  ],
  [
    'monday ext',
    429,
    {},
    {
      errors: [
        {
          message: 'Complexity budget exhausted',
          extensions: { code: 'COMPLEXITY_BUDGET_EXHAUSTED', complexity: 29, retry_in_seconds: 19 },
        },
      ],
    },
    19,
  ],
  ['zulip', 429, {}, { msg: 'API usage exceeded rate limit, try again in 15.314237833 secs', result: 'error' }, 16],
  [
    'zulip new',
    429,
    {},
    {
      'retry-after': 28.706807374954224,
      code: 'RATE_LIMIT_HIT',
      msg: 'API usage exceeded rate limit',
      result: 'error',
    },
    29,
  ],
  [
    'firecrawl',
    429,
    {},
    {
      success: false,
      error:
        'Rate limit exceeded. Consumed (req/min): 11, Remaining (req/min): 0. Upgrade your plan at https://firecrawl.dev/pricing for increased rate limits or please retry after 25s, resets at Wed Oct 23 2024 23:13:13 GMT+0000 (Coordinated Universal Time)',
    },
    25,
  ],
  ['drf', 429, {}, { detail: 'Request was throttled. Expected available in 831.0 seconds.' }, 831],
  [
    'drf new',
    429,
    {},
    { detail: 'Request was throttled. Rate limit exceeded: 5/min. Expected available in 7 seconds.' },
    7,
  ],
  ['matrix', 429, {}, { errcode: 'M_LIMIT_EXCEEDED', error: 'Too Many Requests', retry_after_ms: 2000 }, 2],
  [
    'metaapi',
    429,
    {},
    {
      id: 1,
      error: 'TooManyRequestsError',
      message:
        'The API allows 10 requests per 60s to avoid overloading our servers. Please wait some time and retry your request',
      metadata: { periodInMinutes: 1, recommendedRetryTime: iso(90) },
    },
    90,
  ],
  [
    'spring',
    429,
    {},
    {
      type: 'about:blank',
      title: 'Rate limit exceeded',
      status: 429,
      timestamp: '2024-03-15T10:30:45.123Z',
      limit: 10,
      windowSeconds: 60,
      retryAfterSeconds: 45,
    },
    45,
  ],
  ['reset_at', 429, {}, { error: 'RATE_LIMIT_EXCEEDED', limit: 100, remaining: 0, reset_at: iso(120) }, 120],
  [
    'apim',
    403,
    {},
    { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 00:12:30.' },
    750,
  ],
  ['apim 429', 429, {}, { statusCode: 429, message: 'Rate limit is exceeded. Try again in 46 seconds.' }, 46],
  ['huggingface loading', 503, {}, { error: 'Model gpt2 is currently loading', estimated_time: 20.3 }, 21],
  [
    'lemlist',
    429,
    { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': new Date(now + 20000).toString() },
    {},
    20,
  ],
  [
    'mailerlite classic',
    429,
    {
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': iso(50).slice(0, 19).replace('T', ' '),
      'x-ratelimit-retry-after': '37',
    },
    {},
    37,
  ],
  [
    'gitlab',
    429,
    {
      'ratelimit-limit': '60',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(unix(33)),
      'ratelimit-resettime': new Date(now + 33000).toUTCString(),
    },
    'Retry later\n',
    33,
  ],
  [
    'bigcommerce',
    429,
    { 'x-rate-limit-requests-left': '0', 'x-rate-limit-time-reset-ms': '15000' },
    { status: 429 },
    15,
  ],
  [
    'okta',
    429,
    { 'x-rate-limit-limit': '1200', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(unix(40)) },
    { errorCode: 'E0000047', errorSummary: 'API call exceeded rate limit due to too many requests.' },
    40,
  ],
  [
    'twitter',
    429,
    { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(unix(600)) },
    { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
    600,
  ],
  [
    'reddit',
    429,
    { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '298', 'x-ratelimit-used': '100' },
    { message: 'Too Many Requests', error: 429 },
    298,
  ],
  [
    'reddit body',
    429,
    {},
    {
      json: {
        ratelimit: 339.9,
        errors: [
          [
            'RATELIMIT',
            "Looks like you've been doing that a lot. Take a break for 5 minutes before trying again.",
            'ratelimit',
          ],
        ],
      },
    },
    300,
  ],
  [
    'anthropic',
    429,
    {
      'anthropic-ratelimit-requests-remaining': '40',
      'anthropic-ratelimit-requests-reset': iso(5),
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': iso(44),
    },
    { type: 'error', error: { type: 'rate_limit_error' } },
    44,
  ],
  [
    'openai',
    429,
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '8.64s',
      'x-ratelimit-remaining-tokens': '9000',
      'x-ratelimit-reset-tokens': '6m0s',
    },
    { error: { message: 'Rate limit reached' } },
    9,
  ],
  [
    'discord header',
    429,
    { 'x-ratelimit-reset': String(unix(64) + 0.5), 'x-ratelimit-reset-after': '64.57', 'x-ratelimit-remaining': '0' },
    '',
    65,
  ],
  [
    'rapidapi',
    429,
    { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': '540' },
    { message: 'You have exceeded the rate limit per minute for your plan' },
    540,
  ],
  ['draft 7', 429, { ratelimit: 'limit=100, remaining=0, reset=12' }, {}, 12],
  ['draft 8', 429, { ratelimit: '"burst";r=0;t=3, "daily";r=70;t=4000' }, {}, 3],
  [
    'meta',
    400,
    {},
    {
      error: {
        message: 'There have been too many calls to this ad-account. Wait a bit and try again.',
        type: 'OAuthException',
        code: 80004,
        error_subcode: 2446079,
      },
    },
    undefined,
  ],
  ['whatsapp pair', 429, {}, { error: { message: '(#130429) Rate limit hit' } }, undefined],
  [
    'ebay none',
    429,
    {},
    { errors: [{ errorId: 2001, message: 'Too many requests. The request limit has been reached for the resource.' }] },
    undefined,
  ],
  [
    'airtable',
    429,
    {},
    { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] },
    undefined,
  ],
  [
    'airtable docs',
    429,
    {},
    { error: { type: 'TOO_MANY_REQUESTS', message: 'You must wait 30 seconds before making more requests' } },
    30,
  ],
  [
    'coingecko',
    429,
    {},
    {
      status: {
        error_code: 429,
        error_message:
          "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing to subscribe",
      },
    },
    undefined,
  ],
  ['instagram', 429, {}, { message: 'Please wait a few minutes before you try again.', status: 'fail' }, undefined],
  [
    'auth0',
    429,
    { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(unix(5)) },
    {
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Global limit has been reached',
      errorCode: 'too_many_requests',
    },
    5,
  ],
  [
    'fitbit',
    429,
    { 'fitbit-rate-limit-limit': '150', 'fitbit-rate-limit-remaining': '0', 'fitbit-rate-limit-reset': '1478' },
    { errors: [{ errorType: 'request', message: 'Too Many Requests' }] },
    1478,
  ],
  ['spotify none', 429, {}, { error: { status: 429, message: 'API rate limit exceeded' } }, undefined],
  [
    'zoho',
    400,
    {},
    {
      error_description: 'You have made too many requests continuously. Please try again after some time.',
      error: 'Access Denied',
      status: 'failure',
    },
    undefined,
  ],
  ['smartsheet', 429, {}, { errorCode: 4003, message: 'Rate limit exceeded.', refId: '1' }, undefined],
  [
    'docusign',
    400,
    { 'x-ratelimit-reset': String(unix(900)), 'x-ratelimit-remaining': '0' },
    {
      errorCode: 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
      message: 'The maximum number of hourly API invocations has been exceeded.',
    },
    900,
  ],
  ['pubg', 429, { 'x-ratelimit-reset': String(unix(30)) }, { errors: [{ title: 'Too Many Requests' }] }, 30],
  [
    'nexmo',
    429,
    {},
    {
      type: 'https://x#throttled',
      title: 'Rate Limit Hit',
      detail: 'Please wait, then retry your request',
      instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
    },
    undefined,
  ],
  [
    'brave',
    429,
    { 'x-ratelimit-limit': '1, 15000', 'x-ratelimit-remaining': '0, 14523', 'x-ratelimit-reset': '1, 1419704' },
    { type: 'ErrorResponse', error: { code: 'RATE_LIMITED', meta: { rate_limit: 1, quota_limit: 2000 } } },
    1,
  ],
  ['deviantart', 429, {}, { error: 'user_api_threshold', error_description: 'User API Threshold reached' }, undefined],
  [
    'bluesky',
    429,
    {
      'ratelimit-limit': '30',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(unix(200)),
      'ratelimit-policy': '30;w=300',
    },
    { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
    200,
  ],
  [
    'linear cost',
    400,
    { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': String(now + 60000) },
    { errors: [{ message: 'Rate limit exceeded', extensions: { code: 'RATELIMITED' } }] },
    60,
  ],
  ['wait minutes', 429, {}, { message: 'Too many requests, please wait 5 minutes before trying again' }, 300],
  ['a minute', 429, {}, 'Rate limit exceeded, retry in 1 minute', 60],
  ['in a minute', 429, {}, { message: 'Too many requests, please try again in a minute.' }, 60],
  ['plaid none', 429, {}, { error_code: 'TRANSACTIONS_LIMIT', error_type: 'RATE_LIMIT_EXCEEDED' }, undefined],
  [
    'limits only',
    429,
    {},
    { message: 'Requests are limited to 100 per 60 seconds', limit: 100, window: 60 },
    undefined,
  ],
  ['cloudflare', 429, {}, { retryable: true, retry_after: 30, error_name: 'rate_limited' }, 30],
  ['ssllabs-ish iso', 429, {}, { error: { message: `Rate limited until 2099` }, retryAfter: iso(75) }, 75],
  ['tiktok iso duration', 429, {}, { error: { code: 'rate_limit_exceeded' }, retry_after: 'PT30S' }, 30],
]

it.each(undeclared)("a limit of %s's kind with %i asks to wait as it says", (_what, status, headers, body, seconds) => {
  const wait = readRetryAfter({ status, headers: new Headers(headers), body, limited: status !== 503 })
  if (seconds === undefined) expect(wait).toBeUndefined()
  else expect(Math.abs((wait ?? Number.NaN) - seconds)).toBeLessThanOrEqual(1)
})

it.each([400, 403, 422, 500])('a %i that no limit is the cause of asks for no wait by such names', (status) => {
  const headers = new Headers({ 'x-ratelimit-reset': '60', 'x-ratelimit-remaining': '0' })
  expect(readRetryAfter({ status, headers, body: { retry_after: 30 } })).toBeUndefined()
})

it('what a plugin says goes before the words of a body', () => {
  const failure = { message: 'slow down', retryAfter: 7 }
  const body = { retry_after: 30 }
  expect(readRetryAfter({ status: 429, headers: new Headers(), failure, body })).toBe(7)
})

it.each(['try ', 'retry after ', 'wait 1 ', 'try in 1m ', '1m', 'wait ,', '{"retry_after":'])(
  'a body made to be slow is read at once: %s',
  (part) => {
    const begun = threadMs()
    const sentence = part.repeat(10_000)
    readRetryAfter({ status: 429, headers: new Headers(), body: Array.from({ length: 20 }, () => sentence) })
    expect(threadMs() - begun).toBeLessThan(5000)
  },
)
