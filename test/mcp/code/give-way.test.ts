// Test lanes: slow, long

import { readdirSync, readFileSync } from 'node:fs'
import { asUnixMs } from '@patchbay/core/time'
import { afterAll, expect, it } from 'vitest'
import { createRunPool, type RunPoolOptions } from '../../../server/mcp/code/pool/run-pool.ts'

const missing = process.platform === 'linux' ? undefined : 'Linux, to tell the priority of processes'

const pools: ReturnType<typeof createRunPool>[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

/** Runs code in a pool of its own. */
const startRun = (code: string, options: RunPoolOptions = {}) => {
  const pool = createRunPool(options)
  pools.push(pool)
  const request = { code, parameters: '{}', startedAt: asUnixMs(0), seed: 1, entropy: '0'.repeat(32) }
  const run = {
    tenant: 'acme',
    answer: async () => ({ isError: false, json: '1', now: asUnixMs(0) }),
    canRepeat: () => true,
    repeat() {},
  }
  return () => pool.run(request, run, new AbortController().signal)
}

const isSandbox = (pid: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/main.ts')
  } catch {
    // It has ended since it was listed.
    return false
  }
}
const listSandboxes = (): string[] => {
  const tasks = readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8'))
  return tasks.flatMap((children) => children.split(' ').filter((pid) => pid !== '')).filter(isSandbox)
}

/** Other tests may have left some, which end by themselves. */
const earlier = missing ? [] : listSandboxes()
/** The processes in which code of this file runs. */
const sandboxes = (): string[] => listSandboxes().filter((pid) => !earlier.includes(pid))

/** Fields 19 and 41 of proc_pid_stat(5). */
const readPriority = (pid: string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { nice: Number(fields[16]), isIdleOnly: fields[38] === '5' }
}

it.skipIf(missing)(
  'short code has a low priority, and its process runs the code that comes next',
  { meta: { missing } },
  async () => {
    const run = startRun('return 1')
    expect((await run()).outcome).toEqual({ json: '1' })
    const [pid = ''] = sandboxes()
    expect(readPriority(pid)).toEqual({ nice: 15, isIdleOnly: false })
    await run()
    expect(sandboxes()).toEqual([pid])
    await Promise.all(pools.splice(0).map((pool) => pool.close()))
  },
)

it.skipIf(missing)(
  'code that computes for long runs only while no call wants the processor, and nothing runs in its process afterwards',
  { meta: { missing } },
  async () => {
    const ended = startRun('while (true);', { cpuMs: 1000 })()
    await expect.poll(() => sandboxes().map(readPriority), { timeout: 60_000 }).toMatchObject([{ isIdleOnly: true }])
    const { outcome } = await ended
    expect(outcome).toMatchObject({ failure: 'cpu' })
    await expect.poll(sandboxes).toEqual([])
  },
)

it.skipIf(missing)(
  'code that gets no processor for longer than a step may take is not ended',
  { meta: { missing } },
  async () => {
    const ended = startRun('let n = 0; while (n < 1e6) n++; return n', { silentMs: 1000 })()
    ended.catch(() => undefined)
    await expect.poll(sandboxes).toHaveLength(1)
    const [pid] = sandboxes()
    process.kill(Number(pid), 'SIGSTOP')
    // It would be ended within this time.
    await Promise.race([ended, Bun.sleep(2500)])
    process.kill(Number(pid), 'SIGCONT')
    expect((await ended).outcome).toEqual({ json: '1000000' })
  },
)
