import { expect, test } from 'vitest'
import { buildBrand } from './brand.ts'
import { problemPage } from './problem-page.ts'

const brand = buildBrand({ brandName: 'Patchbay', brandLogo: null, brandColor: null })
const places = ['/console', '/docs'] as const

test.each([
  [404, ['/console', '/docs']],
  [503, []],
])('a page for %i leads to %j', (status, expected) => {
  const { body } = problemPage(brand, { error: 'Not so', code: 'NOT_FOUND', status }, places)
  expect([...String(body).matchAll(/<li><a href="([^"]+)">/g)].map(([, path]) => path)).toEqual(expected)
})
