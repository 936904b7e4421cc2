// Test lanes: slow, long

/** The memory of the gateway and its code processes, with hostile programs in all places, stays within the documented limit. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { startStageProcess } from '../e2e/stage.ts'
import { toolCall } from '../mcp/messages.ts'
import { answer, hold } from '../providers/scripted.ts'
import { everyThird } from '../times.ts'
import { memoryPrograms } from './fill-the-memory-by-code/programs.ts'

const programs = everyThird(memoryPrograms)

const missing = process.platform === 'linux' ? undefined : 'Linux, to tell the memory of processes'

/** As many as are there at once. */
const runsAtOnce = 8
const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8')
const documentedMb = Number(/([\d,]+) MB with eight runs of code/.exec(page)?.[1]?.replace(',', ''))

const stage = await startStageProcess({ env: { CALLS_PER_MINUTE: '0' } })
await stage.ready('acme')
afterAll(() => stage.stop())

const listChildren = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    // It has ended since it was listed.
    return []
  }
}
/** With what it shares with others, such as the program's file: the sum counts that once for each. */
const readResidentMb = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
const sumMb = (): number =>
  [stage.child.pid, ...listChildren(stage.child.pid)].reduce((sum, pid) => sum + readResidentMb(pid), 0)

const callTool = async (args: Record<string, unknown>) => {
  const { headers, body } = toolCall('modern', 'run_read', args)
  const answered = await fetch(`${stage.url}/mcp?tools=code`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${tokenOf('acme')}` },
    body: JSON.stringify(body),
  })
  return ((await answered.json()) as { result: { content: readonly { text: string }[] } }).result.content[0]?.text ?? ''
}
const runCode = async (code: string): Promise<string> => {
  let text = await callTool({ code })
  for (;;) {
    const { data, code: error } = JSON.parse(text) as { data?: { run_id?: string; state?: string }; code?: string }
    if (data?.state === 'running') text = await callTool({ run_id: data.run_id })
    else if (error === 'UNAVAILABLE') text = await callTool({ code })
    else return text
  }
}

/** The result of `work`, with the most memory that all processes took meanwhile. */
const measure = async <T>(work: () => Promise<T>) => {
  let mostMb = 0
  const sample = (): void => {
    mostMb = Math.max(mostMb, sumMb())
  }
  const sampling = setInterval(sample, 20)
  try {
    const result = await work()
    sample()
    return { result, mostMb }
  } finally {
    clearInterval(sampling)
  }
}

const timedOut = /did not end within its time|more than 10 s of processor time/

describe.skipIf(missing)('hostile programs, eight at a time', { meta: { missing } }, () => {
  it('each ends with an error or a cut result in words, and all stay within the documented memory', async () => {
    const answers: string[] = []
    const left = [...programs.entries()]
    const runNext = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) answers[next[0]] = await runCode(next[1].code)
    }
    const { mostMb } = await measure(() => Promise.all(Array.from({ length: runsAtOnce }, runNext)))
    for (const [nth, { name, ends }] of programs.entries()) {
      // On a machine that is busy with other things some get no processor, or a slow one.
      const text = answers[nth] ?? ''
      expect([name, text]).toEqual([name, expect.stringMatching(timedOut.test(text) ? timedOut : ends)])
    }
    expect(mostMb).toBeLessThan(documentedMb)
    expect(await runCode('return 1')).toContain('"data":1')
  }, 900_000)

  it('eight that have filled their memory and wait for a call stay within the documented memory', async () => {
    const gate = Promise.withResolvers<void>()
    stage.stripe.play(hold(gate.promise, answer(200, { object: 'balance' })))
    // On a busy machine the first of them may wait for longer than a call may take.
    const code = (nth: number) => `
      const all = []; try { for (;;) all.push('x'.repeat(2 ** 20) + all.length) } catch {} all.length -= 2
      for (;;) {
        const ended = await call('stripe', 'get_customer', { customer: 'cus_${nth}' }).catch(({ code }) => code)
        if (ended !== 'TIMEOUT') return all.length > 50
      }`
    const { result, mostMb } = await measure(async () => {
      const runs = Array.from({ length: runsAtOnce }, (_, nth) => runCode(code(nth)))
      const reached = () => new Set(stage.stripe.requests.map(({ url }) => url)).size
      await expect.poll(reached, { timeout: 200_000 }).toBe(runsAtOnce)
      gate.resolve()
      return Promise.all(runs)
    })
    for (const text of result) expect(text).toContain('"data":true')
    expect(mostMb).toBeLessThan(documentedMb)
  }, 300_000)
})
