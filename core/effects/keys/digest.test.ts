import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../test/times.ts'
import { printCanonical } from './digest.ts'

test('canonical JSON is what the library for RFC 8785 prints, whatever the members are called', () => {
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom('10', '9', '0', '-', ':', '__proto__', 'é', '\u{1F600}', 'Z', 'a'),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree')),
      fc.dictionary(names, tie('tree')),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => printCanonical(value) === canonicalize(value)),
    { numRuns: times(2000) },
  )
})

test('members whose names are numbers stand where RFC 8785 has them', () => {
  expect(printCanonical({ '0': 1, '-': 2, ':': 3 })).toBe('{"-":2,"0":1,":":3}')
})

test('members that are undefined are left out', () => {
  expect(printCanonical({ b: 1, a: undefined })).toBe('{"b":1}')
})
