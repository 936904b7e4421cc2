import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from 'watr'
import { mayHoldInexact } from './exact-json.ts'
import { bytesMayHoldInexact, searchProgram } from './inexact-bytes.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

it('is the program of the text beside it', () => {
  const source = readFileSync(join(import.meta.dirname, 'inexact-bytes.wat'), 'utf8')
  expect(searchProgram).toBe(Buffer.from(compile(source)).toString('base64'))
})

it.each(['1234567890123456', '0.00000000000001', '1e400', '-1.5E-10', '2e+99', '1.1.1.1.1.1.1.1.'])(
  'finds %s at each place, in texts of each length and across pieces',
  (number) => {
    for (const before of [
      ...Array.from({ length: 40 }, (_, length) => length),
      65_500,
      65_520,
      65_530,
      65_536,
      200_000,
    ])
      for (const after of [0, 1, 5, 16, 33]) {
        const text = `${'a'.repeat(before)}${number}${' '.repeat(after)}`
        expect(bytesMayHoldInexact(bytesOf(text)), `${before} before, ${after} after`).toBe(true)
      }
  },
)

it('says the same as the patterns, and forgets the texts before', () => {
  const unit = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...'0123456789.') },
    { weight: 1, arbitrary: fc.constantFrom(...'5.eE+-,"a{}é🙂 ') },
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      expect(bytesMayHoldInexact(bytesOf(text)), text).toBe(mayHoldInexact(text))
    }),
    { numRuns: 5000 },
  )
})
