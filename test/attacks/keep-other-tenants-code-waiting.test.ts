// Test lanes: slow

/** Whatever the code of one tenant does, that of another one is run meanwhile. */
import { afterEach, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { toolCall } from '../mcp/messages.ts'
import { startMcp } from '../mcp/start-mcp.ts'
import { answer, hold } from '../providers/scripted.ts'

const { gateway, send, upstream } = await startMcp({ env: { CALLS_PER_MINUTE: '0' } })
await gateway.seed('rival', { fixture: 'a-credential' })

const runCode = async (tenant: string, code: string, signal?: AbortSignal) => {
  const call = (args: Record<string, unknown>) =>
    send(toolCall('modern', 'run_code', args), {
      query: '?tools=code',
      token: tokenOf(tenant),
      ...(signal && { signal }),
    })
  const read = ({ body }: Awaited<ReturnType<typeof call>>) => JSON.parse(body.result.content[0].text)
  let ran = read(await call({ code }))
  while (ran.data?.state === 'running') ran = read(await call({ run_id: ran.data.run_id }))
  return ran
}

let gate = Promise.withResolvers<void>()
afterEach(() => gate.resolve())

/** Runs of `acme` that wait for the provider, all at once. */
const startWaiting = async (code: (nth: number) => string, count = 8) => {
  gate = Promise.withResolvers<void>()
  upstream.play(async (response, scene) => {
    if (scene.url.includes('slow')) await hold(gate.promise, answer(200, { at: scene.url }))(response, scene)
    else answer(200, { at: scene.url })(response, scene)
  })
  const before = upstream.requests.length
  const runs = Array.from({ length: count }, (_, nth) => runCode('acme', code(nth)))
  await expect
    .poll(() => upstream.requests.slice(before).filter(({ url }) => url.includes('slow')).length, { timeout: 100_000 })
    .toBe(count)
  return { runs, sent: () => upstream.requests.slice(before).map(({ url }) => url) }
}

it('eight runs that wait for calls keep nobody waiting, and come to the same end, with each call made once', async () => {
  const code = (nth: number) => `
    const first = await call('fixture', 'get', { id: 'first-${nth}' })
    const random = Math.random()
    const slow = await call('fixture', 'get', { id: 'slow-${nth}-' + random })
    const renamed = await call('fixture', 'rename', { id: 'last-${nth}-' + random, name: 'x' })
    return [first, slow, renamed].map(({ at }) => at)`
  const { runs, sent } = await startWaiting(code)
  const own = await Promise.all([1, 2].map((n) => runCode('rival', `return ${n}`)))
  expect(own.map(({ data }) => data)).toEqual([1, 2])
  gate.resolve()
  const all = await Promise.all(runs)
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const reached = all.flatMap(({ data }) => data)
  expect(sent().toSorted()).toEqual(reached.toSorted())
  expect(new Set(sent()).size).toBe(24)
})

it('runs that were answered too much to be begun anew end instead, and say so', async () => {
  const code = (nth: number) => `
    for (let i = 0; i < 12; i++) await call('fixture', 'get', { id: 'large' }).catch(() => 0)
    return await call('fixture', 'get', { id: 'slow-${nth}' })`
  gate = Promise.withResolvers<void>()
  upstream.play(async (response, scene) => {
    if (scene.url.includes('slow')) await hold(gate.promise, answer(200, { ok: true }))(response, scene)
    else answer(200, { text: 'x'.repeat(900_000) })(response, scene)
  })
  const before = upstream.requests.length
  const runs = Array.from({ length: 8 }, (_, nth) => runCode('acme', code(nth)))
  await expect
    .poll(() => upstream.requests.slice(before).filter(({ url }) => url.includes('slow')).length, { timeout: 100_000 })
    .toBe(8)
  expect((await runCode('rival', 'return 1')).data).toBe(1)
  gate.resolve()
  const codes = (await Promise.all(runs)).map(({ status, error }) => [status, error])
  expect(codes.filter(([status]) => status !== 200)).toEqual([
    [503, expect.stringContaining('for a run of somebody else')],
  ])
})

it('eight runs that never stop computing keep nobody waiting', async () => {
  let ended = 0
  const client = new AbortController()
  const computing = Array.from({ length: 8 }, () =>
    runCode('acme', 'while (true);', client.signal).then(
      () => ended++,
      () => undefined,
    ),
  )
  expect((await runCode('rival', 'return 1')).data).toBe(1)
  expect(ended).toBe(0)
  // Else the stop of the gateway would wait for all of their processor time.
  client.abort()
  await Promise.all(computing)
})
