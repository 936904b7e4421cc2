// Test lanes: slow, long

import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { temporaryFolder } from '../../gateway.ts'
import { answer, type Scripted, startScripted } from '../../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { keepConnection } from '../kept-connection.ts'
import type { RawAnswer } from '../raw-request.ts'
import { searchFor } from '../stage.ts'

/** Lanes run beside each other. Each has a store of its own, and one gateway after the other. */
const lanes = 4
const stopsPerLane = 5
const connections = 10
/** Calls over all connections before the signal. */
const warmUp = 100

let upstream: Scripted
let env: Record<string, string>
beforeAll(async () => {
  upstream = await startScripted(answer(200, { total: 0, results: [] }))
  env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }) }
})
afterAll(() => upstream.stop())

const requestOf = (method: string, path: string, headers: readonly string[], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n')

const callHeaders = [`Authorization: Bearer ${tokenOf('acme')}`, 'Content-Type: application/json']
const body = JSON.stringify(searchFor('ada@example.com'))
const cached = requestOf('POST', '/api/v1/acme/hubspot', callHeaders, body)
const uncached = requestOf('POST', '/api/v1/acme/hubspot', [...callHeaders, 'Cache-Control: no-cache'], body)
const health = requestOf('GET', '/health', [])

/** Calls by outcome. */
type Outcomes = Map<string, number>

const count = (outcomes: Outcomes, outcome: string): void => {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

const saysItCloses = ({ headers }: RawAnswer): boolean => headers.get('connection') === 'close'

const askOnce = async (url: string, request: string): Promise<RawAnswer> => {
  const connection = keepConnection(url)
  const answered = await connection.ask(request)
  connection.close()
  return answered
}

/** A balancer goes elsewhere when it is told so, and when nobody listens: a client that paused may come that late. */
const askHealth = async (url: string): Promise<string> => {
  try {
    const { status } = await askOnce(url, health)
    return status === 503 ? 'turned away by /health' : `/health: ${status}`
  } catch (error) {
    if (String(error).includes('ECONNREFUSED')) return 'turned away by /health'
    throw error
  }
}

/** Calls over one connection until an answer says that it is the last one; then as a client and as a balancer do. */
const useConnection = async (url: string, outcomes: Outcomes, onCall: () => void): Promise<void> => {
  const connection = keepConnection(url)
  let last: RawAnswer | undefined
  for (let calls = 0; !last; calls++) {
    const answered = await connection.ask(calls % 2 ? uncached : cached)
    if (answered.status !== 200) count(outcomes, `answered ${answered.status}`)
    onCall()
    if (saysItCloses(answered)) last = answered
  }
  count(outcomes, 'told that the connection closes')
  const again = await askOnce(url, uncached)
  if (again.status === 200 && saysItCloses(again)) count(outcomes, 'answered on a new connection')
  count(outcomes, await askHealth(url))
}

const stopUnderLoad = async (server: ServerProcess, outcomes: Outcomes): Promise<void> => {
  let calls = 0
  const onCall = (): void => {
    if (++calls === warmUp) server.child.kill('SIGTERM')
  }
  const use = () => useConnection(server.url, outcomes, onCall).catch((error) => count(outcomes, String(error)))
  await Promise.all(Array.from({ length: connections }, use))
  count(outcomes, `exit code ${await server.exited}`)
}

const runLane = async (outcomes: Outcomes): Promise<void> => {
  const dataDir = temporaryFolder()
  const first = await startServerProcess({ env, dataDir })
  await first.seed('acme', { hubspot: 'a-token' })
  await stopUnderLoad(first, outcomes)
  for (let stops = 1; stops < stopsPerLane; stops++) {
    await stopUnderLoad(await startServerProcess({ env, dataDir, adminKey: first.adminKey }), outcomes)
  }
  rmSync(dataDir, { recursive: true })
}

test('of 20 gateways that are stopped under load none resets a connection or cuts a call off', async () => {
  const outcomes: Outcomes = new Map()
  await Promise.all(Array.from({ length: lanes }, () => runLane(outcomes)))
  const stops = lanes * stopsPerLane
  const all = stops * connections
  expect(Object.fromEntries(outcomes)).toEqual({
    'told that the connection closes': all,
    'answered on a new connection': all,
    'turned away by /health': all,
    'exit code 0': stops,
  })
}, 180_000)
