import { newSearch, sameSearch } from '../calls/bodies.ts'
import { restCall } from '../calls/call-targets.ts'
import { fire } from '../calls/fire.ts'
import { residentMb } from '../figures/resident-mb.ts'
import type { LoadedGateway } from '../programs/start-gateway.ts'

/** MiB of a process: all that is resident, and that without mapped files. */
interface Resident {
  readonly all: number
  readonly anonymous: number
}

/** The resident memory of a gateway after so many calls: under load, and ten seconds later. */
export interface Memory {
  readonly calls: number
  readonly underLoad: Resident
  readonly afterwards: Resident
}

const callsForMemory = 240_000
/** Freed memory goes back to the system within seconds. */
const restMs = 10_000

const measureResident = async (pid: number): Promise<Resident> => ({
  all: await residentMb(pid),
  anonymous: await residentMb(pid, 'RssAnon'),
})

/** Calls a new gateway, misses and hits in turn, and stops it. */
export const memoryOf = async (gateway: LoadedGateway, progress: (text: string) => void): Promise<Memory> => {
  let calls = 0
  for (let round = 0; calls < callsForMemory; round++) {
    progress(`memory, ${calls.toLocaleString('en')} of ${callsForMemory.toLocaleString('en')} calls`)
    const target = restCall(gateway.url, round % 2 === 0 ? newSearch : sameSearch)
    calls += (await fire({ ...target, connections: 64, seconds: 2 })).calls
  }
  const underLoad = await measureResident(gateway.pid)
  await Bun.sleep(restMs)
  const afterwards = await measureResident(gateway.pid)
  await gateway.stop()
  return { calls, underLoad, afterwards }
}

export const openKeys = 100_000

/** The MB of a new process after this many writes, each with its own key or none. */
const residentAfterWrites = async (...args: readonly string[]): Promise<number> => {
  const script = `${import.meta.dirname}/../writes-memory.ts`
  const child = Bun.spawn([process.execPath, script, String(openKeys), ...args], { stdout: 'pipe', stderr: 'inherit' })
  const text = await child.stdout.text()
  if ((await child.exited) !== 0) throw new Error(`${script} failed`)
  return Number(text)
}

/** The MB that open keys take, beside the same writes without keys. */
export const memoryOfKeys = async (progress: (text: string) => void): Promise<number> => {
  progress('memory of keys')
  const without = await residentAfterWrites()
  return (await residentAfterWrites('with-keys')) - without
}
