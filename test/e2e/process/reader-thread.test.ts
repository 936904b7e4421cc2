// Test lanes: slow, long

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestGateway } from '../../gateway.ts'
import { missingStrace } from '../../power-loss/trace-writes.ts'
import { answer, startScripted } from '../../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'

const missing = missingStrace()

const upstream = await startScripted(answer(200, { results: [] }))
afterAll(() => upstream.stop())
const env = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: upstream.origin }), LOG_LEVEL: 'warn' }

type Gateway = Pick<ServerProcess, 'seed' | 'call' | 'admin'>

let server: ServerProcess
beforeEach(async () => {
  server = await startServerProcess({ env })
  await server.seed('acme', { hubspot: 'a-token-of-hubspot' })
})
afterEach(async () => {
  // A process that is traced can't end while strace holds one of its threads up.
  await undisturb()
  await server.stop()
})

const call = async (gateway: Gateway): Promise<number> => {
  const headers = { 'cache-control': 'no-cache' }
  return (await gateway.call('acme', 'hubspot', { action: 'list', object_type: 'contacts' }, { headers })).status
}

/** Calls while the work lasts. */
const callBeside = async <T>(gateway: Gateway, work: Promise<T>) => {
  let isOver = false
  const statuses: number[] = []
  const calling = async (): Promise<void> => {
    while (!isOver) statuses.push(await call(gateway))
  }
  const callers = [calling(), calling()]
  try {
    return { result: await work, statuses }
  } finally {
    isOver = true
    await Promise.all(callers)
  }
}

/** The reading thread's id. */
const findThread = (pid: number): string => {
  const threads = readdirSync(`/proc/${pid}/task`)
  const found = threads.find((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim() === 'reader-thread')
  if (!found) throw new Error('no thread reads')
  return found
}

let strace: Bun.Subprocess | undefined

/** Ends what `disturb` began, if anything. */
const undisturb = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
  strace?.kill(signal)
  await strace?.exited
  strace = undefined
}

/** Makes the reads of the thread fail or hang, until `undisturb`. */
const disturb = async (fault: string): Promise<void> => {
  const thread = findThread(server.child.pid)
  const child = Bun.spawn(['strace', '-o', '/dev/null', '-e', `inject=pread64:${fault}`, '-p', thread], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  strace = child
  const { value } = await child.stderr.getReader().read()
  expect(new TextDecoder().decode(value)).toContain('attached')
}

/** Reads the number of calls, which the thread counts. */
const read = async (gateway: Gateway = server) => {
  const { status, body } = await gateway.admin('GET', '/admin/usage/acme')
  return status === 200 ? body.totals.calls : body.code
}

test('ten reads at once are all answered, and no call is refused', async () => {
  for (let nth = 0; nth < 20; nth++) await call(server)
  const paths = ['stats', 'hours', 'export', 'export?format=csv', '?source=rest']
  const reads = [...paths, ...paths].map((path) =>
    server.admin('GET', `/admin/audit${path[0] === '?' ? '' : '/'}${path}`),
  )
  const { result, statuses } = await callBeside(server, Promise.all(reads))
  expect(result.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test.skipIf(missing)(
  'where the thread can not read, administrators are told so, and callers notice nothing',
  { meta: { missing } },
  async () => {
    expect(await call(server)).toBe(200)
    expect(await read()).toBe(1)
    await disturb('error=EIO')
    // The thread's memory lacks the calls that were written since.
    expect(await call(server)).toBe(200)
    const { result, statuses } = await callBeside(server, read())
    expect(result).toBe('UNAVAILABLE')
    expect(new Set(statuses)).toEqual(new Set([200]))
    await undisturb('SIGINT')
    expect(await read()).toBe(2 + statuses.length)
    expect((await server.send('GET', '/health', {})).status).toBe(200)
  },
)

test.skipIf(missing)('a thread that hangs is replaced, and callers notice nothing', { meta: { missing } }, async () => {
  expect(await call(server)).toBe(200)
  expect(await read()).toBe(1)
  await disturb('delay_enter=300s')
  expect(await call(server)).toBe(200)
  const { result, statuses } = await callBeside(server, Promise.all([read(), read()]))
  expect(result).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
  expect(new Set(statuses)).toEqual(new Set([200]))
  // Those that wait for the thread would be two.
  expect(statuses.length).toBeGreaterThan(20)
  expect(await read()).toBe(2 + statuses.length)
  const told = 'the thread that reads the audit log for administrators was cut off'
  await expect.poll(() => server.output.stdout).toContain(told)
})

test('a thread that dies is replaced, and callers notice nothing', async () => {
  const workers: Worker[] = []
  const { Worker: RealWorker } = globalThis
  globalThis.Worker = class extends RealWorker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      if (workers.push(this) === 1) setImmediate(() => this.terminate())
    }
  }
  onTestFinished(() => {
    globalThis.Worker = RealWorker
  })
  const gateway = await startTestGateway({ env })
  onTestFinished(() => gateway.stop())
  await gateway.seed('acme', { hubspot: 'a-token-of-hubspot' })
  expect(await call(gateway)).toBe(200)
  const reads = Array.from({ length: 6 }, () => read(gateway))
  const { result, statuses } = await callBeside(gateway, Promise.all(reads))
  // Those that were under way are lost.
  expect(result.filter((each) => each === 'UNAVAILABLE')).toHaveLength(4)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await read(gateway)).toBe(1 + statuses.length)
  expect(workers).toHaveLength(2)
})
