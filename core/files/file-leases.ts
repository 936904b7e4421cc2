import { type Files, gatewayBeatMs, gatewayLeaseMs } from '../store/index.ts'
import { shiftTime, type UnixMs } from '../time.ts'

/** Keeps the unfinished files of this gateway, which end when it dies. */
export interface FileLeases {
  /** When a file that is begun now ends unless it is renewed. */
  readonly until: UnixMs
  begin(id: string): void
  end(id: string): void
}

export const createFileLeases = (files: Pick<Files, 'renew'>, now: () => UnixMs): FileLeases => {
  const unfinished = new Set<string>()
  let timer: Timer | undefined
  const findEnd = (): UnixMs => shiftTime(now(), gatewayLeaseMs)
  // A store that can't be written has other gateways find the files over, as it should: nothing of them comes to an end meanwhile.
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
