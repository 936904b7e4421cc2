import { expect, test } from 'vitest'
import { mergePatch } from './merge-patch.ts'

// RFC 7396, appendix A.
test.each<[target: unknown, patch: unknown, merged: unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched with %j is %j', (target, patch, merged) => {
  const before = structuredClone([target, patch])
  expect(mergePatch(target, patch)).toEqual(merged)
  expect([target, patch]).toEqual(before)
})

test('a member called __proto__ is a member, and changes no object', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"admin":true}}'))
  expect(Object.keys(merged as object)).toEqual(['__proto__'])
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})
