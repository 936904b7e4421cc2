// Test lanes: long-on-mongodb, slow

import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startStageProcess } from '../e2e/stage.ts'
import { toolCall } from '../mcp/messages.ts'
import { answer, hold, startScripted } from '../providers/scripted.ts'

const never = new Promise<void>(() => {})
const get = `call('hubspot', 'get', { object_type: 'contacts', object_id: '1' })`

const startAttacked = async () => {
  const upstream = await startScripted(hold(never, answer(200, {})))
  const stage = await startStageProcess({ hubspotOrigin: upstream.origin })
  onTestFinished(async () => {
    await stage.stop()
    await upstream.stop()
  })
  await stage.ready('acme')

  /** Has code run, and hangs up when `until` resolves, or takes the answer: that is returned. */
  const runAndHangUp = async (code: string, token: string, until: () => Promise<unknown>): Promise<string> => {
    const { headers, body } = toolCall('modern', 'run_read', { code })
    const caller = new AbortController()
    const answered = fetch(`${stage.url}/mcp?tools=code`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: caller.signal,
    }).then((response) => response.text())
    await Promise.race([until(), answered])
    caller.abort()
    return answered.catch(({ name }) => name)
  }
  const expectAlive = async (): Promise<void> => {
    expect((await fetch(`${stage.url}/health`).catch((error) => error)).status, stage.output.stderr).toBe(200)
    expect(stage.child.exitCode).toBe(null)
  }
  return { stage, upstream, runAndHangUp, expectAlive }
}

test('a caller who hangs up while the calls of its code are under way ends its run, and nothing else', async () => {
  const { upstream, runAndHangUp, expectAlive } = await startAttacked()
  for (let n = 1; n <= 6; n++) {
    const code = `await Promise.all(Array.from({ length: 8 }, () => ${get}))`
    expect(await runAndHangUp(code, tokenOf('acme'), () => upstream.received(n * 8))).toBe('AbortError')
    await expectAlive()
  }
})

test('nor does a token that may do nothing', async () => {
  const { stage, runAndHangUp, expectAlive } = await startAttacked()
  const { body } = await stage.admin('POST', '/admin/auth', { tenant_id: 'acme', deny: ['hubspot:*', 'stripe:*'] })
  const code = `for (let n = 0; n < 24; n++) await Promise.all(Array.from({ length: 8 }, () => ${get}.catch(() => 0)))`
  const ends: string[] = []
  const attack = async (caller: number): Promise<void> => {
    // The moment of the hang-up varies with the machine: the process starts, its calls are refused, or it has ended.
    for (let n = 1; n <= 10; n++) ends.push(await runAndHangUp(code, body.token, () => wait(caller * 10 + n * 10)))
  }
  await Promise.all([1, 2, 3, 4].map(attack))
  await expectAlive()
  expect(ends).toContain('AbortError')
})
