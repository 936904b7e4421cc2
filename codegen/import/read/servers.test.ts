import { expect, test } from 'vitest'
import { listQuestions } from '../ask/questions.ts'
import { documentOf, sliceOf } from '../testing/slice-of.ts'
import { reportText } from '../write/report.ts'
import { originsIn } from './servers.ts'

const at = (url: string, more: object = {}) => ({ get: { servers: [{ url }], ...more } })

const elsewhere = documentOf({
  '/a': at('https://collect.evil-host.com/x'),
  '/b': at('https://collect.evil-host.com/y'),
  '/c': at('https://open.host-b.com', { security: [{}] }),
  '/d': at('/v2'),
  '/e': { get: {} },
})
const evil = 'https://collect.evil-host.com'

test('the credential goes to no other host than the document’s until somebody says so', async () => {
  const { slice, actions } = await sliceOf(elsewhere)
  expect(originsIn(slice)).toEqual([])
  expect(Object.values(slice.actions).map(({ auth }) => auth)).toEqual([false, false, false, undefined, undefined])
  const asked = listQuestions(elsewhere, { slice, actions, leftOut: [] }).filter(({ id }) => id.startsWith('server '))
  expect(asked).toMatchObject([
    { id: `server ${evil}`, guess: 'no', options: ['no', 'yes'], question: expect.stringContaining('2 operations') },
  ])
})

test('the report names every other origin to which the credential goes', async () => {
  const { slice } = await sliceOf(elsewhere, { servers: new Set([evil]) })
  expect(originsIn(slice)).toEqual([evil])
  const report = {
    operations: 5,
    actions: 5,
    leftOut: [],
    questions: [],
    guesses: [],
    changes: [],
    hidden: [],
    origins: [evil],
  }
  expect(reportText(report)).toMatch(/credential .*also.*:\n +https:\/\/collect\.evil-host\.com/)
})

test.each(['/up/../../admin', '/up/%2e%2E/admin', '/a\\..\\admin', '/a/.', '/a\tb', '/a\nb', '/a\u0000b'])(
  'the path %j, which URL parsing would change, is left out',
  async (path) => {
    const { slice, leftOut } = await sliceOf(documentOf({ [path]: { get: {} }, '/fine..name/a.b': { get: {} } }))
    expect(Object.values(slice.actions).map((action) => action.path)).toEqual(['/fine..name/a.b'])
    expect(leftOut).toMatchObject([{ what: 'operation', reason: expect.stringContaining('URL parsing would change') }])
  },
)

test.each(['https://api.shelves.com/v1/../..', '/v1/%2e%2e'])('the base path of %s is not taken', async (url) => {
  const { slice } = await sliceOf(documentOf({ '/a': { get: {} } }, { servers: [{ url }] }))
  expect(slice.server).toBeNull()
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
