// Test lanes: both-stores, long-on-mongodb

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFixture } from '../../call-path/start-fixture.ts'
import { onlyJobs, startTestGateway, testEnvironment } from '../../gateway.ts'
import { documentsIn } from '../../mongodb/documents-in.ts'
import { answer } from '../../providers/scripted.ts'
import { filesIn, findSecret } from '../find-secret.ts'

const CRONS = onlyJobs({ 'vendor-watch': '0 0 1 1 *', suggestions: '0 0 1 1 *' })
const { gateway, call } = await startFixture({ env: { WATCH_VENDORS: 'on', CRONS } })

const hour = 3_600_000
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

const person = {
  id: 'ch_9f3b27aa01',
  name: 'Anna Berg',
  age: 41,
  contacts: { 'anna.berg@example.com': { kind: 'work' }, 'berta@example.com': { kind: 'home' } },
  sessions: { sk_live_51H8xKq2eZ: { at: 1 } },
}
const { name: _, ...nameless } = person

/** One call after the other, each some hours later. */
const answers = async (times: number, hours: number, body: object) => {
  for (let n = 0; n < times; n++) {
    vi.setSystemTime(Date.now() + hours * hour)
    expect((await call({ action: 'get', id: '1' }, [answer(200, body)])).status).toBe(200)
  }
}
const night = async () => {
  const { body } = await gateway.admin('POST', '/admin/jobs/vendor-watch/run')
  expect(body).toMatchObject({ outcome: 'ok' })
  return body.result
}
const open = async () => (await gateway.admin('GET', '/admin/suggestions?status=open')).body.suggestions
const stored = async () => {
  const uri = testEnvironment(gateway.dataDir).MONGODB_URI
  return uri === undefined ? filesIn(gateway.dataDir) : documentsIn(uri)
}

test('answers that lack for half a day what they always had are one suggestion, which ends when it is back', async () => {
  await answers(26, 1, { things: [person, person], total: 2 })
  await answers(1, 0, { error: 'a second call within the hour is not a sample' })
  expect(await night()).toMatchObject({ answers: { actions: 1, learning: 0, added_members: 0 }, opened: 0 })
  await answers(6, 3, { things: [{ ...nameless, age: '41', vip: true }], total: 1 })
  expect(await night()).toMatchObject({ answers: { added_members: 1 }, opened: 1 })
  expect(await night()).toMatchObject({ opened: 0, resolved: 0 })
  // The rules, which know nothing of it, leave it open.
  await gateway.admin('POST', '/admin/jobs/suggestions/run')
  expect(await open()).toMatchObject([
    {
      kind: 'answers-differ',
      severity: 'medium',
      tenant: null,
      source: 'vendor-watch',
      title: 'Answers of get of fixture have changed their shape',
      detail: expect.stringMatching(
        /^\/things\/\*\/name is gone since \S+; \/things\/\*\/age is string instead of number since /,
      ),
      evidence: '/admin/audit?action=get&outcome=ok&since=2d',
    },
  ])

  await answers(1, 2, { things: [person], total: 1 })
  expect(await night()).toMatchObject({ resolved: 1 })
  expect(await open()).toEqual([])
})

test('neither values of answers nor names that are data are stored', async () => {
  const places = await stored()
  expect(findSecret(places, '/things/*/contacts')).not.toEqual([])
  for (const data of [
    'anna.berg@example.com',
    'berta@example.com',
    'sk_live_51H8xKq2eZ',
    'ch_9f3b27aa01',
    'Anna Berg',
  ]) {
    expect(findSecret(places, data)).toEqual([])
  }
})

test('the watch is off unless WATCH_VENDORS is on', async () => {
  const off = await startTestGateway({ domains: [], env: { CRONS } })
  expect((await off.admin('GET', '/admin/crons')).body.crons).toMatchObject([{ name: 'suggestions' }])
  expect((await off.admin('POST', '/admin/jobs/vendor-watch/run')).status).toBe(404)
  await off.stop()
})
