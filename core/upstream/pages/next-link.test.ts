import { expect, it } from 'vitest'
import { readNextLink } from './next-link.ts'

const rows: [header: string, target: string | undefined][] = [
  ['<https://a.example/2>; rel="next"', 'https://a.example/2'],
  ['</2>; rel=next', '/2'],
  ['</2>;REL="Next"', '/2'],
  ['</2> ; rel = "next" ; title="b"', '/2'],
  ['</2>; rel=next; title="b"', '/2'],
  ['</1>; rel="prev", </3>; rel="next"', '/3'],
  ['</1>; rel="prev first", </3>; rel="last next"', '/3'],
  ['</2?a=1,2;b>; rel="next"', '/2?a=1,2;b'],
  ['</1>; title="a, b; <c>"; rel="first", </2>; title="x, y"; rel="next"', '/2'],
  ['</2>; results="true"; rel="next"; cursor="0:100:0"', '/2'],
  ['</2>; rel="next"; results="false"; cursor="0:100:0"', undefined],
  ["</2>; rel='next'", '/2'],
  ['</2>; title="the \\"next\\" one, of 3"; rel="next"', '/2'],
  ['</2>; title="; rel=\\"next\\""; rel="prev"', undefined],
  ['</2>; rel="next-archive"', undefined],
  ['</2>; rel=nextish', undefined],
  ['</2>; rel="prev"', undefined],
  ['</2>; title="next"', undefined],
  ['</2>', undefined],
  ['</1>; rel=prev, </2>; rel=last next', '/2'],
  ['</2>; rel="next', '/2'],
  ['</2>, rel="next"', '/2'],
  ['https://a.example/2?a=b; rel="next"', 'https://a.example/2?a=b'],
  ['/1; rel="prev", /3; rel="next"; title=x', '/3'],
  ['/2; rel="prev next-archive', undefined],
  ['next', undefined],
  ['', undefined],
]

it.each(rows)('the next page of %s is %s', (header, target) => {
  expect(readNextLink(new Headers({ link: header }))).toBe(target)
})

it('there is no next page without the header', () => {
  expect(readNextLink(new Headers())).toBeUndefined()
})

it.each([
  ['<', undefined],
  ['<a>; rel="', undefined],
  ['<a>;', undefined],
  ['; rel="next', 'a'],
  ['<a>; rel=" next', undefined],
  [',', undefined],
  [', ', undefined],
  ['; rel=', undefined],
])('a header made to be slow is read in time that grows with it alone: %s', (evil, target) => {
  // With the square of it these are minutes, and the test runs out of its time.
  expect(readNextLink(new Headers({ link: `<a>${evil.repeat(400_000)}` }))).toBe(target)
})
