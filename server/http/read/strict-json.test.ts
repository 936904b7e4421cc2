import { GatewayError } from '@patchbay/core/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson, refuseInexact } from './strict-json.ts'

const refusal = (text: string): GatewayError | undefined => {
  try {
    parseStrictJson(text)
    return undefined
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

const isMalformed = (text: string): boolean => {
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `"m${n}":0`).join(',')

describe('a body that is fine', () => {
  const rows: [what: string, text: string][] = [
    ['an empty object', '{}'],
    ['white space around it', ' \t\r\n{ "a" : 1 } \n'],
    ['one name in two objects', '{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}'],
    ['colons, quotes and braces inside of strings', '{"a:b":"c:d","e\\":":"\\\\","f":"{\\"a\\":1,\\"a\\":2}"}'],
    ['names that differ only after decoding', '{"a":1,"A":2,"a ":3}'],
    ['names that an object inherits', '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
    ['a name that is empty', '{"":1}'],
    ['a pair of surrogates, as escapes and as text', '{"a":"\\ud83d\\ude00","b":"😀"}'],
    ['numbers of every kind', '{"a":-0,"b":1.5e300,"c":100000000000000000000}'],
    ['1000 members in each of several objects', `{"a":{${numbered(1000)}},"b":{${numbered(1000)}}}`],
    ['64 levels', nested(64)],
  ]
  it.each(rows)('%s', (_what, text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text))
  })

  it('a number keeps its digits', () => {
    expect(parseStrictJson('{"a":9007199254740993}')).toEqual({ a: 9007199254740993n })
    const many = `[${'9007199254740993,'.repeat(18_000)}1e400]`
    expect(() => refuseInexact(parseStrictJson(`{"a":${many}}`))).toThrow('send it as a text')
  })

  it('a member called __proto__ is a member, and changes no object', () => {
    const value = parseStrictJson('{"__proto__":{"admin":true}}')
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})

describe('a body that is refused as VALIDATION_ERROR', () => {
  const rows: [what: string, text: string, path: string][] = [
    ['a member twice', '{"a":1,"b":2,"a":1}', '/a'],
    ['a member twice, once escaped', '{"a":1,"\\u0061":1}', '/a'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['an empty name twice', '{"":1,"":2}', '/'],
    ['a nested one', '{"a":{"b":{"c":1,"c":2}}}', '/a/b/c'],
    ['one in a list', '{"a":[0,{"b":1},{"b":1,"b":1}]}', '/a/2/b'],
    ['one with a slash and a tilde', '{"x/y":{"m~n":1,"m~n":2}}', '/x~1y/m~0n'],
    ['one whose first value is an object', '{"a":{"b":1},"a":{}}', '/a'],
    ['one whose second value is an object', '{"a":1,"a":{"b":1}}', '/a'],
    ['three of one', '{"a":1,"a":2,"a":3}', '/a'],
    ['half a pair of surrogates in a value', '{"a":{"b":"\\ud83d"}}', '/a/b'],
    ['the other half', '{"a":"x\\uDE00y"}', '/a'],
    ['halves in the wrong order', '{"a":"\\ude00\\ud83d"}', '/a'],
    ['half a pair in a name', '{"a":{"\\ud800":1}}', '/a'],
    ['half a pair in a list', '{"a":["ok","\\ud800"]}', '/a/1'],
    ['65 levels', nested(65), ''],
    [
      'lists nested without end in a member that is there again',
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"a":1}`,
      '',
    ],
    ['objects nested without end in a member that is there again', `{"a":${nested(100_000)},"a":1}`, ''],
    ['lists nested without end', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, ''],
    ['objects nested without end', nested(100_000), ''],
    ['an object of more than 1000 members', `{"a":[{${numbered(1001)}}]}`, ''],
    ['more than 10,000 members', `{"a":[${Array(11).fill(`{${numbered(1000)}}`)}]}`, ''],
    ['a member twice in a text too long to look for it', `{"a":"${'x'.repeat(100_000)}","b":1,"b":2}`, ''],
    ['nothing', '', ''],
    ['white space', ' \n', ''],
    ['a list', '[]', ''],
    ['null', 'null', ''],
    ['a string', '"a"', ''],
    ['a number', '1', ''],
    ['a byte order mark', '\ufeff{}', ''],
    ['a comma at the end', '{"a":1,}', ''],
    ['single quotes', "{'a':1}", ''],
    ['a name without quotes', '{a:1}', ''],
    ['a comment', '{"a":1} // x', ''],
    ['NaN', '{"a":NaN}', ''],
    ['Infinity', '{"a":-Infinity}', ''],
    ['a number that begins with 0', '{"a":01}', ''],
    ['a control character in a string', '{"a":"\u0001"}', ''],
    ['an unknown escape', '{"a":"\\x41"}', ''],
    ['two objects', '{}{}', ''],
    ['an end that is missing', '{"a":{', ''],
  ]
  it.each(rows)('%s', (_what, text, path) => {
    expect(refusal(text)).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, extras: { details: [{ path }] } })
  })
})

describe('malformed JSON is refused with line, column and what is expected there', () => {
  it.each<[text: string, place: string]>([
    ['{"a":1,}', 'line 1, column 8: a name in double quotes is expected'],
    ["{'a':1}", 'line 1, column 2: this is not a JSON value; names and texts stand in double quotes'],
    ['{a:1}', 'line 1, column 2: this is not a JSON value'],
    ['{"a":1} // x', 'line 1, column 9: JSON has no comments'],
    ['{"a":NaN}', 'line 1, column 6: this is not a JSON value'],
    ['{"a":01}', 'line 1, column 7: a comma is expected'],
    ['{"a":1.}', 'line 1, column 6: this number is not complete'],
    ['{"a":"\u0001"}', 'line 1, column 6: this text holds a control character'],
    ['{"a":"\\x41"}', 'line 1, column 6: a backslash in this text'],
    ['{"a":"\\u12"}', 'line 1, column 6: \\u must be followed by four hex digits'],
    ['{}{}', 'line 1, column 3: nothing may follow'],
    ['{"a":{', 'line 1, column 7: a closing brace is expected'],
    ['{"a":[1,2', 'line 1, column 10: a closing bracket is expected'],
    ['{"a" 1}', 'line 1, column 6: a colon is expected'],
    ['{"a":,}', 'line 1, column 6: a value is expected'],
    ['{"a":"x', 'line 1, column 6: this text has no closing double quote'],
    ['{\n  "a": 1,\n  "b": tru\n}', 'line 3, column 8: this is not a JSON value'],
    ['{\r\n  "a": 1\r\n  "b": 2\r\n}', 'line 3, column 3: a comma is expected'],
    ['\ufeff{}', 'line 1, column 1: this is not a JSON value'],
  ])('%j', (text, place) => {
    const error = refusal(text)
    expect(error?.message).toMatch(`The body is not valid JSON at ${place}`)
    expect(error?.extras.details).toEqual([{ path: '', message: error?.message.slice('The body '.length) }])
  })

  it('and nothing of the text is repeated, as it may be a secret', () => {
    expect(JSON.stringify(refusal('{"token": hunter2}')?.envelope())).not.toContain('hunter2')
  })

  it('without a place where the text is so long that looking for it would hold the thread', () => {
    const error = refusal(`{"a":${' '.repeat(1_000_000)}}`)
    expect(error?.message).toBe('The body is not valid JSON')
  })

  it('any text that JSON.parse refuses gets a place', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('', '"', '{', ']', ',', ':', '\\', 'x', '/'),
        (value, at, put) => {
          const json = JSON.stringify({ value })
          const cut = at % json.length
          const text = json.slice(0, cut) + put + json.slice(cut + 1)
          fc.pre(isMalformed(text))
          expect(refusal(text)?.message).toMatch(/^The body is not valid JSON at line 1, column \d+: /)
        },
      ),
    )
  })
})

it('a repeated member among many below a long name is found without copying that name for each', () => {
  const members = Array.from({ length: 100_000 }, (_, n) => `"${n}":0`)
  // Copied for each, it would be 100 GB: more than there is, or minutes.
  expect(refusal(`{"${'n'.repeat(1_000_000)}":{${members},"0":0}}`)?.code).toBe('VALIDATION_ERROR')
})

describe('any JSON object', () => {
  it('is taken as it is when each of its members is there once', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' })), (value) => {
        const text = JSON.stringify(value)
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is refused, with that member’s place, when one of them is there again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), fc.jsonValue(), (name, first, second) => {
        const member = JSON.stringify(name)
        const error = refusal(`{"in":{${member}:${JSON.stringify(first)},${member}:${JSON.stringify(second)}}}`)
        const path = `/in/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        expect(error).toMatchObject({ code: 'VALIDATION_ERROR', extras: { details: [{ path }] } })
      }),
    )
  })
})
