import { type Files, gatewayBeatMs, gatewayLeaseMs } from '../store/index.ts'
import { shiftTime, type UnixMs } from '../time.ts'

/** Leases of this gateway's unfinished files, which lapse when it dies. */
export interface FileLeases {
  /** The time at which the lease of a file that begins now lapses, unless it is renewed. */
  readonly until: UnixMs
  begin(id: string): void
  end(id: string): void
}

export const createFileLeases = (files: Pick<Files, 'renew'>, now: () => UnixMs): FileLeases => {
  const unfinished = new Set<string>()
  let timer: Timer | undefined
  const findEnd = (): UnixMs => shiftTime(now(), gatewayLeaseMs)
  // If the store can't be written, the leases lapse for other gateways, as they should: no file is finished meanwhile.
  const renew = (): Promise<void> => files.renew([...unfinished], findEnd()).catch(() => undefined)
  return {
    get until() {
      return findEnd()
    },
    begin(id) {
      unfinished.add(id)
      timer ??= setInterval(renew, gatewayBeatMs).unref()
    },
    end(id) {
      unfinished.delete(id)
      if (unfinished.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
