import { describe, expect, it } from 'vitest'
import { createRedaction, redactValue } from './redaction.ts'

const secret = 'sk/live+7=&"é'
const bytes = Buffer.from(secret)

describe('a secret in text', () => {
  const forms: [name: string, form: string][] = [
    ['plain', secret],
    ['inside of JSON', JSON.stringify(secret).slice(1, -1)],
    ['inside of JSON with escaped slashes', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded in small letters', 'sk%2flive%2b7%3d%26%22%c3%a9'],
    ['form-encoded', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['base64', bytes.toString('base64').replace(/=+$/, '')],
    ['base64url', bytes.toString('base64url')],
    ['hex', bytes.toString('hex')],
    ['hex in capitals', bytes.toString('hex').toUpperCase()],
  ]
  it.each(forms)('is removed when it is %s', (_name, form) => {
    const redact = createRedaction([secret])
    expect(redact(`before ${form} between ${form} after`)).toBe('before [redacted] between [redacted] after')
  })

  it('is removed as a whole if it contains another secret', () => {
    const redact = createRedaction(['word-1', 'user:word-1', 'user'])
    expect(redact('user:word-1, word-1, user')).toBe('[redacted], [redacted], [redacted]')
  })

  it('is not read as a pattern', () => {
    expect(createRedaction(['a.*b$&'])('axxb a.*b$& $&')).toBe('axxb [redacted] $&')
  })

  it('is left if it is very short, because it would match parts of any text', () => {
    expect(createRedaction(['', 'a', 'abc', 'abcd'])('an abacus, abc, abcd')).toBe('an abacus, abc, [redacted]')
  })
})

describe('a secret in a JSON value', () => {
  it('is removed from every string and member name; everything else stays', () => {
    const value = { a: ['x', `key ${secret}`, 7, null, true], [secret]: { deep: [[secret]] } }
    expect(redactValue(value, createRedaction([secret]))).toEqual({
      a: ['x', 'key [redacted]', 7, null, true],
      '[redacted]': { deep: [['[redacted]']] },
    })
  })

  it('a member called __proto__ stays a member', () => {
    const value = JSON.parse('{"__proto__":{"a":"b"}}')
    expect(JSON.stringify(redactValue(value, createRedaction([secret])))).toBe('{"__proto__":{"a":"b"}}')
  })
})
