import { newSearch, sameSearch } from '../bodies.ts'
import { restCall } from '../call-targets.ts'
import { fire } from '../fire.ts'
import { residentMb } from '../resident-mb.ts'
import type { LoadedGateway } from '../start-gateway.ts'

/** What a gateway has resident in MiB after so many calls: while it is called, and ten seconds later. */
export interface Memory {
  readonly calls: number
  readonly underLoad: number
  readonly afterwards: number
}

const callsForMemory = 240_000
/** What was freed goes back to the system within seconds. */
const restMs = 10_000

/** Calls a new gateway, misses and hits in turn, and stops it. */
export const memoryOf = async (gateway: LoadedGateway, progress: (text: string) => void): Promise<Memory> => {
  let calls = 0
  for (let round = 0; calls < callsForMemory; round++) {
    progress(`memory, ${calls.toLocaleString('en')} of ${callsForMemory.toLocaleString('en')} calls`)
    const target = restCall(gateway.url, round % 2 === 0 ? newSearch : sameSearch)
    calls += (await fire({ ...target, connections: 64, seconds: 2 })).calls
  }
  const underLoad = await residentMb(gateway.pid)
  await Bun.sleep(restMs)
  const afterwards = await residentMb(gateway.pid)
  await gateway.stop()
  return { calls, underLoad, afterwards }
}
