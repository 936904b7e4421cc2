import { deflateRawSync, gzipSync } from 'node:zlib'

/** An answer of a vendor that deviates from what is usual, or from the standards. */
export interface Deviation {
  /** Part of a path. */
  readonly name: string
  /** The rule that it breaks or stretches, or where it was reported. */
  readonly source: string
  readonly status: number
  /** Written as they stand here, beside `content-type` and `content-length` unless these are among them; `null`: left out. */
  readonly headers?: readonly (readonly [name: string, value: string | null])[]
  /** In place of the usual answer of its kind. */
  readonly body?: string | Uint8Array
  /** Makes the bytes behind the head, where the body alone isn't enough. */
  readonly frame?: (body: Buffer) => Buffer
  /** The whole answer, head and all. */
  readonly whole?: (body: Buffer) => Buffer
  /** The connection ends before the answer does. */
  readonly isCut?: true
}

/** A credential that the vendor repeats. */
export const secret = 'sk-live-of-the-deviating-vendor-7f3a'
/** An id that no double holds. */
export const bigId = '1148028305960370177'

const http = 'RFC 9110'
const framing = 'RFC 9112'
const json = 'RFC 8259'
const now = (): number => Date.now() / 1000
const inTenMinutes = (): number => Math.floor(now() + 600)
const dateIn = (seconds: number): string => new Date((now() + seconds) * 1000).toUTCString()

const named = (
  prefix: string,
  source: string,
  rows: Readonly<Record<string, Omit<Deviation, 'name' | 'source'>>>,
): Deviation[] => Object.entries(rows).map(([name, row]) => ({ name: `${prefix}-${name}`, source, ...row }))

const limited = (
  value: string,
  others: readonly (readonly [string, string])[] = [],
): Omit<Deviation, 'name' | 'source'> => ({
  status: 429,
  headers: [['retry-after', value], ...others],
  body: '{"message":"slow down"}',
})

/** Waits beyond the deadline of a call, so that no call is tried again. */
const waits = [
  ...named('wait', `${http}, section 10.2.3`, {
    seconds: limited('600'),
    date: limited(dateIn(600)),
    'date-of-a-clock-behind': limited(dateIn(-3000), [['date', dateIn(-3600)]]),
    'date-of-a-clock-ahead': limited(dateIn(4200), [['date', dateIn(3600)]]),
    asctime: limited('Sun Nov  6 08:49:37 2094'),
    rfc850: limited('Sunday, 06-Nov-94 08:49:37 GMT'),
    unix: limited(String(inTenMinutes())),
    'unix-ms': limited(String(inTenMinutes() * 1000)),
    'unix-us': limited(String(inTenMinutes() * 1_000_000)),
    iso: limited(new Date((now() + 600) * 1000).toISOString()),
    day: limited('86400'),
    month: limited('2678400'),
    year: limited('31536000'),
    huge: limited('99999999999999999999'),
    fraction: limited('600.5'),
    duration: limited('10m0s'),
    words: limited('600 seconds'),
    negative: limited('-600'),
    nonsense: limited('later'),
    empty: limited(''),
    twice: limited('600, 600'),
    'of-several': limited('590, 600'),
  }),
  ...named('unavailable', `${http}, section 15.6.4`, {
    unix: { ...limited(String(inTenMinutes())), status: 503 },
    'unix-ms': { ...limited(String(inTenMinutes() * 1000)), status: 503 },
  }),
]

const left = (reset: string, date?: string): Omit<Deviation, 'name' | 'source'> => ({
  status: 200,
  headers: [
    ['x-ratelimit-limit', '100'],
    ['x-ratelimit-remaining', '0'],
    ['x-ratelimit-reset', reset],
    ...(date === undefined ? [] : [['date', date] as const]),
  ],
})

const resets = named('reset', 'draft-ietf-httpapi-ratelimit-headers, section 2', {
  span: left('600'),
  unix: left(String(inTenMinutes())),
  'unix-ms': left(String(inTenMinutes() * 1000)),
  'unix-us': left(String(inTenMinutes() * 1_000_000)),
  iso: left(new Date((now() + 600) * 1000).toISOString()),
  duration: left('6m0s'),
  month: left('2678400'),
  past: left('1600000000'),
  'of-a-clock-ahead': left(String(inTenMinutes() + 3600), dateIn(3600)),
})

const unreadable: Readonly<Record<string, Pick<Deviation, 'headers' | 'body' | 'frame'>>> = {
  'gzip-that-is-none': { headers: [['content-encoding', 'gzip']], body: 'plain' },
  zstd: { headers: [['content-encoding', 'zstd']], body: 'x' },
  'too-large': { body: `"${'x'.repeat(100_000)}"` },
  'white-space': { body: ' \r\n' },
  html: { headers: [['content-type', 'text/html']], body: '<h1>Error</h1>' },
  'gzip-unnamed': { body: gzipSync('{"message":"no"}') },
}

const errors = [401, 404, 422, 429, 500, 503].flatMap((status) =>
  named(
    `error-${status}`,
    `${http}, section 15`,
    Object.fromEntries(
      Object.entries(unreadable).map(([name, row]) => [
        name,
        { status, ...row, headers: [...(row.headers ?? []), ['retry-after', '600'] as const] },
      ]),
    ),
  ),
)

const chunked = (body: Buffer, size = body.length.toString(16), end = '0\r\n\r\n'): Buffer =>
  Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(`\r\n${end}`)])
const inChunks = [
  ['transfer-encoding', 'chunked'],
  ['content-length', null],
] as const

const framings = named('framing', `${framing}, sections 6 and 7`, {
  'length-twice': {
    status: 200,
    frame: (body) => body,
    headers: [
      ['content-length', null],
      ['x-length', 'twice'],
    ],
  },
  chunked: { status: 200, headers: inChunks, frame: (body) => chunked(body) },
  'chunk-extension': {
    status: 200,
    headers: inChunks,
    frame: (body) => chunked(body, `${body.length.toString(16)};name=value`),
  },
  trailer: { status: 200, headers: inChunks, frame: (body) => chunked(body, undefined, '0\r\nx-trailer: 1\r\n\r\n') },
  'chunk-in-capitals': {
    status: 200,
    headers: [
      ['Transfer-Encoding', 'Chunked'],
      ['content-length', null],
    ],
    frame: (body) => chunked(body, body.length.toString(16).toUpperCase()),
  },
  'until-the-end': {
    status: 200,
    headers: [
      ['content-length', null],
      ['connection', 'close'],
    ],
    frame: (body) => body,
  },
  'no-reason': {
    status: 200,
    whole: (body) =>
      Buffer.from(`HTTP/1.1 200\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  },
  'http-1.0': {
    status: 200,
    whole: (body) => Buffer.from(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${body}`),
  },
  'continue-first': {
    status: 200,
    whole: (body) =>
      Buffer.from(
        `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
  },
  'early-hints': {
    status: 200,
    whole: (body) =>
      Buffer.from(
        `HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\nHTTP/1.1 103 X\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
  },
  'line-feeds-alone': {
    status: 200,
    whole: (body) =>
      Buffer.from(`HTTP/1.1 200 OK\ncontent-type: application/json\ncontent-length: ${body.length}\n\n${body}`),
  },
  'chunk-with-zeros': {
    status: 200,
    headers: inChunks,
    frame: (body) => chunked(body, `000${body.length.toString(16)}`, '000\r\n\r\n'),
  },
  'coded-as-identity': { status: 200, headers: [['transfer-encoding', 'identity']] },
  'many-headers': { status: 200, headers: Array.from({ length: 60 }, (_, n) => [`x-many-${n}`, 'x'] as const) },
  'a-long-header': { status: 200, headers: [['x-long', 'x'.repeat(6000)]] },
  'no-space': {
    status: 200,
    headers: [
      ['content-type', null],
      ['Content-Type', 'application/json'],
    ],
  },
})

const coded = (name: string): Omit<Deviation, 'name' | 'source'> => ({
  status: 200,
  headers: [['content-encoding', name]],
})

const usualList = `{"id":${bigId},"items":[],"access_token":"a-token"}`

const codings = named('coding', `${http}, section 8.4`, {
  'utf-8': coded('UTF-8'),
  none: coded('none'),
  'aws-chunked': coded('aws-chunked'),
  identity: coded('identity'),
  empty: coded(''),
  binary: coded('binary'),
  'x-gzip': { ...coded('x-gzip'), body: gzipSync(`{"id":${bigId},"items":[]}`) },
  'gzip-identity': { ...coded('gzip, identity'), body: gzipSync(`{"id":${bigId},"items":[]}`) },
  'gzip-that-is-none': coded('gzip'),
  zstd: coded('zstd'),
  'gzip-of-nothing': { ...coded('gzip'), body: '' },
  'gzip-of-nothing-204': { ...coded('gzip'), status: 204, body: '' },
  'gzip-of-nothing-404': { ...coded('gzip'), status: 404, body: '' },
  'gzip-and-a-line': {
    ...coded('gzip'),
    body: Buffer.concat([gzipSync(`{"id":${bigId},"items":[]}`), Buffer.from('\r\n')]),
  },
  'gzip-in-two-members': {
    ...coded('gzip'),
    body: Buffer.concat([gzipSync(usualList.slice(0, 10)), gzipSync(usualList.slice(10))]),
  },
  'of-a-media-type': coded('application/json'),
  'gzip-twice': { ...coded('gzip, gzip'), body: gzipSync(gzipSync(usualList)) },
  'gzip-named-twice': { ...coded('gzip, gzip'), body: gzipSync(usualList) },
  'deflate-and-gzip': { ...coded('deflate, gzip'), body: gzipSync(deflateRawSync(usualList)) },
  'four-times': { ...coded('gzip, gzip, gzip, gzip'), body: gzipSync(usualList) },
  'gzip-unnamed': { status: 200, body: gzipSync(usualList) },
  'gzip-and-no-type': { status: 200, headers: [['content-type', null]], body: gzipSync(usualList) },
  'gzip-unnamed-cut': { status: 200, body: gzipSync(usualList).subarray(0, 40) },
  'raw-deflate': { ...coded('deflate'), body: deflateRawSync(`{"id":${bigId},"items":[]}`) },
})

const typed = (type: string | null, body?: string | Uint8Array): Omit<Deviation, 'name' | 'source'> => ({
  status: 200,
  headers: [['content-type', type]],
  ...(body !== undefined && { body }),
})
const mueller = `{"id":${bigId},"name":"Müller","items":[]}`

const contents = named('content', `${json}, section 8.1`, {
  'latin-1': typed('application/json; charset=iso-8859-1', Buffer.from(mueller, 'latin1')),
  'windows-1252': typed('application/json; charset=windows-1252', Buffer.from(mueller, 'latin1')),
  'latin-1-unnamed': typed('application/json', Buffer.from(mueller, 'latin1')),
  'latin-1-as-utf-8': typed('application/json; charset=utf-8', Buffer.from(mueller, 'latin1')),
  'shift-jis': typed('application/json; charset=Shift_JIS', Buffer.from(`{"id":${bigId},"items":[]}`)),
  'utf-16': typed('application/json', Buffer.from(`\ufeff{"id":${bigId},"items":[]}`, 'utf16le')),
  'utf-16-unmarked': typed('application/json', Buffer.from(usualList, 'utf16le')),
  'utf-16-big-unmarked': typed('application/json; charset=utf-8', Buffer.from(usualList, 'utf16le').swap16()),
  bom: typed('application/json', `\ufeff{"id":${bigId},"items":[]}`),
  'quoted-charset': typed('application/json; charset="UTF-8"'),
  'unknown-charset': typed('application/json; charset=x-none'),
  'no-type': typed(null),
  'plain-type': typed('text/plain'),
  'suffix-type': typed('application/vnd.api+json'),
  'white-space': typed('application/json', ' '),
  line: typed('application/json', '\r\n'),
  empty: typed('application/json', ''),
  'of-the-html-kind': typed('text/html', '<title>Sign in</title>'),
  'not-json': typed('application/json', "{'id':1}"),
  nan: typed('application/json', '{"id":NaN}'),
  infinity: typed('application/json', `{"id":${bigId},"rate":1e400,"items":[]}`),
  guarded: typed('application/json', `)]}'\n${usualList}`),
  'guarded-by-a-loop': typed('text/javascript', `for (;;);${usualList}`),
  'filled-up': typed('application/json', `${usualList}\r\n\0\0\0`),
  'raw-line-break': typed('application/json', `{"note":"a\r\n\tb","id":${bigId},"items":[],"access_token":"a-token"}`),
  'comma-before-the-end': typed('application/json', `{"id":${bigId},"items":[],"access_token":"a-token",}`),
  'behind-two-marks': typed('application/json', `\ufeff\ufeff${usualList}`),
  'behind-a-warning': typed(
    'application/json',
    `<br />\n<b>Warning</b>:  a [1] in <b>/x.php</b> on line <b>3</b><br />\n${usualList}`,
  ),
  'in-a-call': typed('application/json', `callback(${usualList});`),
  'two-documents': typed('application/json', `${usualList}\n${usualList}\n`),
  'charset-in-quotes': typed("application/json; charset='utf-8'"),
  'charset-without-a-semicolon': typed('application/json charset=utf-8'),
  'older-type': typed('text/x-json'),
  'bytes-that-are-no-utf-8': typed(
    'application/json',
    Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(`","id":${bigId},"items":[],"access_token":"a-token"}`),
    ]),
  ),
  'guard-alone': typed('application/json', ")]}'\n"),
  'repeated-member': typed('application/json', `{"id":1,"id":${bigId},"items":[]}`),
  deep: typed('application/json', `${'['.repeat(2000)}${']'.repeat(2000)}`),
  'too-large': typed('application/json', `{"id":${bigId},"items":[],"x":"${'x'.repeat(100_000)}"}`),
})

/** Answers of token endpoints that deviate from RFC 6749, section 5.1. */
const tokens = named('token', 'RFC 6749, section 5.1', {
  wrapped: typed(
    'application/json',
    `{"code":0,"data":{"access_token":"a-token","expires_in":"60"},"id":${bigId},"items":[]}`,
  ),
  'wrapped-in-camel-case': typed(
    'application/json',
    `{"success":true,"tokenInfo":{"accessToken":"a-token"},"id":${bigId},"items":[]}`,
  ),
  'with-its-scheme': typed('application/json', `{"access_token":"Bearer a-token\\n","id":${bigId},"items":[]}`),
  'encoded-twice': typed('application/json', JSON.stringify(`{"access_token":"a-token","id":${bigId}}`)),
  'of-two': typed(
    'application/json',
    `{"a":{"access_token":"${secret}"},"b":{"access_token":"b"},"id":${bigId},"items":[]}`,
  ),
  'as-text': typed('text/plain', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0NTY3ODkwIn0.'),
})

const cuts = named('cut', `${framing}, section 8`, {
  'no-answer': { status: 0, whole: () => Buffer.alloc(0), isCut: true },
  'in-the-head': { status: 0, whole: () => Buffer.from('HTTP/1.1 200 OK\r\ncontent-ty'), isCut: true },
  'in-the-body': { status: 200, headers: [['content-length', '5000']], isCut: true },
  'in-a-chunk': {
    status: 200,
    headers: inChunks,
    frame: (body) => Buffer.concat([Buffer.from('ffff\r\n'), body]),
    isCut: true,
  },
  'in-an-error': { status: 422, headers: [['content-length', '5000']], isCut: true },
  'two-lengths': {
    status: 0,
    whole: () => Buffer.from('HTTP/1.1 404 X\r\ncontent-length: 2, 3\r\n\r\nxx'),
    isCut: true,
  },
  'not-http': { status: 0, whole: () => Buffer.from('SSH-2.0-OpenSSH_9.9\r\n'), isCut: true },
})

const redirects = named('redirect', `${http}, section 15.4`, {
  'to-another-host': { status: 302, headers: [['location', 'http://169.254.169.254/latest']], body: '' },
  'without-location': { status: 302, body: '' },
  loop: { status: 307, headers: [['location', '?again=1']], body: '' },
})

const repeated = named('repeats-the-credential', 'docs/security.md, what providers answer', {
  'in-data': typed('application/json', `{"id":${bigId},"key":"${secret}","items":[]}`),
  'in-an-error': { status: 403, body: `{"message":"the key ${secret} has no access"}` },
  'in-base64': { status: 403, body: `{"message":"${Buffer.from(secret).toString('base64')}"}` },
  escaped: {
    status: 400,
    body: `{"message":"${[...secret].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
  },
  'in-a-location': { status: 302, headers: [['location', `http://elsewhere.invalid/?key=${secret}`]], body: '' },
  'in-html': { status: 500, headers: [['content-type', 'text/html']], body: `<pre>Authorization: ${secret}</pre>` },
})

/** Public reports of these deviations, by rule: repository and number at GitHub. */
const reports: Readonly<Record<string, string>> = {
  'wait-unix': 'cloudfoundry/cloud_controller_ng#2544',
  'wait-unix-ms': 'openclaw/clawhub#407',
  'wait-month': 'blacklanternsecurity/bbot#2425',
  'wait-fraction': 'getsentry/sentry#7919',
  'wait-negative': 'planningcenter/developers#606',
  'reset-span': 'zalando/restful-api-guidelines#379',
  'reset-unix-ms': 'RocketChat/docs-old#1358',
  'reset-unix-us': 'pubg/api-documentation-content#61',
  'reset-past': 'withcoral/coral#89',
  'error-503-html': 'typescriptlibs/tsl-mastodon-api#42',
  'framing-length-twice': 'nodejs/node#6517',
  'framing-chunk-extension': 'moonbitlang/async#618',
  'framing-trailer': 'xroche/httrack#855',
  'coding-utf-8': 'hgoebl/DavidWebb#31',
  'coding-aws-chunked': 'guacsec/trustify#1854',
  'coding-empty': 'aws/aws-sdk-kotlin#1358',
  'coding-gzip-that-is-none': 'projectdiscovery/httpx#307',
  'coding-gzip-and-a-line': 'nodejs/node#7502',
  'coding-zstd': 'httptoolkit/httptoolkit#141',
  'coding-gzip-unnamed': 'Han-1413141/dsh-cost-meter#172',
  'coding-gzip-named-twice': 'yhirose/cpp-httplib#993',
  'error-500-gzip-unnamed': 'apache/trafficcontrol#1737',
  'content-guarded': 'postmanlabs/postman-app-support#251',
  'content-raw-line-break': 'n8n-io/n8n#32177',
  'token-wrapped': 'Colin-b/httpx_auth#119',
  'token-wrapped-in-camel-case': 'commontoolsinc/labs#1094',
  'content-behind-a-warning': 'woocommerce/woocommerce#20565',
  'content-comma-before-the-end': 'mirage/irmin#269',
  'framing-early-hints': 'snoyberg/http-client#521',
  'wait-of-several': 'airbytehq/airbyte#14112',
  'content-latin-1': 'guzzle/guzzle#310',
  'content-windows-1252': 'seanmonstar/reqwest#58',
  'content-bom': 'forwardemail/superagent#1249',
  'content-of-the-html-kind': 'stormpath/stormpath-sdk-react#37',
  'cut-in-the-body': 'denoland/deno#25992',
  'cut-two-lengths': 'valyala/fasthttp#2294',
  'repeats-the-credential-in-an-error': 'IQSS/dataverse#4954',
  'repeats-the-credential-in-html': 'alexandercerutti/passkit-webservice-toolkit#4',
}

const withReport = (deviation: Deviation): Deviation => {
  const report = reports[deviation.name]
  return report === undefined ? deviation : { ...deviation, source: `${report}; ${deviation.source}` }
}

export const deviations: readonly Deviation[] = [
  ...waits,
  ...resets,
  ...errors,
  ...framings,
  ...codings,
  ...contents,
  ...tokens,
  ...cuts,
  ...redirects,
  ...repeated,
].map(withReport)

/** The names that a report is kept for, so that a name that has gone is noticed. */
export const reported = Object.keys(reports)
