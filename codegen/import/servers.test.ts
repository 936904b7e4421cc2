import { expect, test } from 'vitest'
import { reportText } from './report.ts'
import { originsIn } from './servers.ts'
import { documentOf, sliceOf } from './testing/slice-of.ts'

const at = (url: string, more: object = {}) => ({ get: { servers: [{ url }], ...more } })

test('the report names every other origin to which the credential goes', async () => {
  const { slice } = await sliceOf(
    documentOf({
      '/a': at('https://collect.evil-host.com/x'),
      '/b': at('https://collect.evil-host.com/y'),
      '/c': at('https://open.host-b.com', { security: [{}] }),
      '/d': at('/v2'),
      '/e': { get: {} },
    }),
  )
  expect(originsIn(slice)).toEqual(['https://collect.evil-host.com'])
  const report = { operations: 5, actions: 5, leftOut: [], questions: [], changes: [], origins: originsIn(slice) }
  expect(reportText(report)).toMatch(/credential .*also.*:\n +https:\/\/collect\.evil-host\.com/)
})

test('a header or cookie whose name no request can carry is left out', async () => {
  const parameters = [
    { name: 'X-Fine', in: 'header' },
    { name: 'X-A\r\nEvil', in: 'header' },
    { name: 'a b', in: 'header' },
    { name: 'a; session', in: 'cookie' },
    { name: 'a b', in: 'query' },
  ]
  const { slice, leftOut } = await sliceOf(documentOf({ '/a': { get: { operationId: 'getA', parameters } } }))
  expect(Object.values(slice.actions).flatMap(({ params }) => Object.keys(params))).toEqual(['X-Fine', 'a_b'])
  expect(leftOut.map(({ what }) => what)).toEqual(['parameter', 'parameter', 'parameter'])
})
