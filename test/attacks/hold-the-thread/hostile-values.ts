/** Bodies, queries and headers that cost much to read, whatever they are sent to. */

/** MAX_BODY_BYTES by default, less the text around a value. */
const mostBytes = 2 ** 20 - 2048
/** Bun reads heads of up to 16 KiB; other headers need some of it. */
export const mostHead = 14_000
/** As large as forms may be. */
export const mostForm = 32_000

/** A text repeated up to so many characters. */
export const filled = (text: string, length: number): string => text.repeat(Math.floor(length / text.length))

export const numbered = (count: number, one: (n: number) => string, separator = ','): string =>
  Array.from({ length: count }, (_, n) => one(n)).join(separator)

/** Values in JSON. Each is put into a body alone, and where a body's own members are expected. */
export const hostileJson: Readonly<Record<string, string>> = {
  'lists in lists': filled('[', mostBytes),
  'closed lists in lists': `${'['.repeat(60)}${']'.repeat(60)}`,
  'lists that end': `[${numbered(19_000, () => '[]')}]`,
  '500,000 numbers': `[${numbered(mostBytes / 2, () => '0')}]`,
  '19,000 numbers': `[${numbered(19_000, () => '0')}]`,
  '19,000 texts': `[${numbered(19_000, (n) => `"${'ab'.repeat(20)}${n}"`)}]`,
  '19,000 objects': `[${numbered(9000, () => '{"a":0}')}]`,
  'nine objects of 1,000 members': `[${numbered(9, (o) => `{${numbered(1000, (n) => `"limi${o}_${n}":0`)}}`)}]`,
  '19,000 members': `{${numbered(19_000, (n) => `"limi${n}":0`)}}`,
  '19,000 long members': `{${numbered(19_000, (n) => `"${'propertie_'.repeat(4)}${n}":"x"`)}}`,
  'members within members': `${'{"properties":'.repeat(60)}{${numbered(18_000, (n) => `"a${n}":null`)}}${'}'.repeat(60)}`,
  'a member that comes twice, at the end': `{${numbered(19_000, (n) => `"m${n}":""`)},"m18999":0}`,
  'long members, one of them twice': `{${numbered(1000, (n) => `"${'n'.repeat(1000)}${n}":0`)},"${'n'.repeat(1000)}0":0}`,
  'a member twice within members': `${'{"a":'.repeat(60)}{${numbered(18_000, (n) => `"b${n}":0`)},"b0":0}${'}'.repeat(60)}`,
  'a long text': `"${filled('x', mostBytes)}"`,
  'a long text of other letters': `"${filled('ü', mostBytes / 2)}"`,
  'a text of escapes': `"${filled('\\u0041', mostBytes)}"`,
  'a text of backslashes': `"${filled('\\\\', mostBytes)}"`,
  'a text of quotes': `"${filled('\\"', mostBytes)}"`,
  'halves of surrogate pairs': `"${filled('\\ud83d\\ude00', mostBytes)}\\ud800"`,
  'a long number': filled('1', mostBytes),
  'a number with many decimals': `0.${filled('1', mostBytes)}`,
  spaces: filled(' ', mostBytes),
  lines: filled('\n', mostBytes),
  'a text without an end': `"${filled('x', mostBytes)}`,
  'texts, then a fault': `[${numbered(10_000, () => `"${'x'.repeat(90)}"`)},`,
  'members, then a fault': `{${numbered(18_000, (n) => `"m${n}":"${'x'.repeat(30)}"`)},}`,
  'a name that nobody takes': `"${filled('constructor', mostBytes)}"`,
}

/** Names and values of a form or a query, encoded. */
export const hostilePairs = (length: number): Readonly<Record<string, string>> => ({
  'many parameters': numbered(Math.floor(length / 8), (n) => `p${n}=x`, '&').slice(0, length),
  'many empty parameters': filled('&', length),
  'a parameter that comes twice, at the end': `${numbered(Math.floor(length / 8), (n) => `p${n}=x`, '&').slice(0, length - 5)}&p0=x`,
  'a long parameter': `a=${filled('x', length - 2)}`,
  'a long parameter in escapes': `a=${filled('%41', length - 2)}`,
  'a long name in escapes': filled('%41', length),
  'escapes that are none': filled('%', length),
  'spaces in a parameter': `a=${filled('+', length - 2)}`,
})

/** The values that are tried in each header that the gateway reads. */
export const hostileHeaders: Readonly<Record<string, string>> = {
  letters: filled('x', mostHead),
  commas: filled(',', mostHead),
  lists: filled('a, ', mostHead).trim(),
  parameters: filled('a;b="c";', mostHead),
  'spaces and a letter': `a${filled(' ', mostHead)}a`,
  cookies: filled('a=b; ', mostHead).trim(),
  'base64 of colons': Buffer.alloc(10_000, ':').toString('base64'),
}

export const readHeaders = [
  'accept',
  'authorization',
  'cache-control',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'origin',
  'traceparent',
  'tracestate',
  'x-admin-key',
  'x-forwarded-for',
  'x-request-id',
]
