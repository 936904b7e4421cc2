// Test lanes: slow

import { describe, expect, it } from 'vitest'
import { startChild } from '../programs/child-process.ts'
import { processorTimeOf } from './processor-time.ts'

/** A program's processor time when it prints its own count, in milliseconds. */
const usedBy = async (program: string) => {
  const tell = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)'
  const { child } = startChild(['-e', `${program}; ${tell}; await Bun.sleep(60_000)`], {
    env: process.env,
    stdout: 'pipe',
  })
  const { value } = await child.stdout.getReader().read()
  const used = await processorTimeOf(child.pid)
  child.kill()
  await child.exited
  return { ...used, told: Number(new TextDecoder().decode(value)) }
}

const busy = 'let sum = 0; for (let n = 0; n < 300_000_000; n++) sum += n'

const missing = process.platform === 'linux' ? undefined : 'only Linux tells the processor time of a thread'

describe.skipIf(missing)('the processor time of a process', { meta: { missing } }, () => {
  it('is that of its main thread where it has nothing else to do', async () => {
    const { all, mainThread, told } = await usedBy(busy)
    expect(told).toBeGreaterThan(100)
    expect(Math.abs(all - told)).toBeLessThan(50)
    expect(mainThread / all).toBeGreaterThan(0.8)
  })

  it("holds its other threads' only in the sum", async () => {
    const worker = `data:text/javascript,${encodeURIComponent(`${busy}; postMessage('done')`)}`
    const { all, mainThread, told } = await usedBy(
      `const worker = new Worker(${JSON.stringify(worker)}); await new Promise((done) => { worker.onmessage = done })`,
    )
    expect(Math.abs(all - told)).toBeLessThan(50)
    expect(mainThread / all).toBeLessThan(0.5)
  })

  it('is NaN without a process', async () => {
    expect(await processorTimeOf()).toEqual({ all: Number.NaN, mainThread: Number.NaN })
  })
})
