import { describe, expect, it, test } from 'vitest'
import { createAnswerRedaction } from './redact-answer.ts'

const key = '-----BEGIN "KEY"-----\né/<a>\\b\t\n'
const redaction = createAnswerRedaction([key, '1234567890', 'a"b'])
const bytesOf = (text: string): Uint8Array => Buffer.from(text)
const json = (text: string) => redaction.json(bytesOf(text))
const plainText = (text: string): string =>
  redaction.text(bytesOf(text), new Headers({ 'content-type': 'text/plain; charset=utf-8' }))

const quoted = JSON.stringify(key)
const escapeAll = (text: string): string =>
  text.replaceAll(/./gs, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
const spellings: [name: string, spelling: string][] = [
  ['as JSON asks for', quoted],
  ['with escaped slashes', quoted.replaceAll('/', '\\/')],
  ['with escapes for what HTML reads', quoted.replaceAll('<', '\\u003c').replaceAll('>', '\\u003E')],
  ['in ASCII', quoted.replaceAll('é', '\\u00e9')],
  ['with the line ends as numbers', quoted.replaceAll('\\n', '\\u000a')],
  ['with every character as a number', `"${escapeAll(key)}"`],
]

describe('a credential is taken out of JSON that has it', () => {
  it.each(spellings)('%s', (_, spelling) => {
    const { text, body } = json(`{"a": ${spelling}, "b": "kept \\u00fc"}`)
    expect(body).toEqual({ a: '[redacted]', b: 'kept ü' })
    expect(JSON.parse(text)).toEqual(body)
    expect(json(`{${spelling}: [${spelling}]}`).body).toEqual({ '[redacted]': ['[redacted]'] })
  })

  it.each(spellings)('%s, in text', (_, spelling) => {
    expect(plainText(`{"a":${spelling},"b":"kept"}`)).toBe('{"a":"[redacted]","b":"kept"}')
  })

  it('in JSON inside of a string', () => {
    const inner = JSON.stringify({ a: key }).replaceAll('/', '\\/')
    expect(json(JSON.stringify({ inner })).body).toEqual({ inner: '{"a":"[redacted]"}' })
  })

  it('as a number', () => expect(json('{"a":1234567890,"b":7}').body).toEqual({ a: '[redacted]', b: 7 }))
})

test.each(['{"a": "\\u00e9", "big": 98765432109876543211}', '{"a": "x\\/y"}', 'no JSON \\u00e9', ''])(
  'what holds none stays as it was written: %j',
  (text) => {
    expect(json(text).text).toBe(text)
    expect(plainText(text)).toBe(text)
    expect(redaction.bytes(bytesOf(text))).toEqual(bytesOf(text))
  },
)

test('a secret too short to be told from data is left, whatever is taken out beside it', () => {
  expect(json('{"a":"\\u0031234567890","b":"a\\"b"}').body).toEqual({ a: '[redacted]', b: 'a"b' })
})

test('a text is read in the character set that it names', () => {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-16le' })
  expect(redaction.text(Buffer.from('é 1234567890', 'utf16le'), headers)).toBe('é [redacted]')
})
