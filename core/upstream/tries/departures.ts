import type { MaybePromise } from '../../maybe-promise.ts'

/** Requests that wait for each other. */
interface Group {
  requests: number
  readonly departure: Promise<void>
  readonly send: () => void
}

/** The most requests of a group. With more, the network thread would idle while this thread builds the rest. */
const mostTogether = 16

let underWay = 0
let group: Group | undefined

const sendGroup = (full: Group): void => {
  if (group === full) group = undefined
  full.send()
}

const newGroup = (): Group => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const group = { requests: 0, departure: promise, send: resolve }
  setImmediate(() => sendGroup(group))
  return group
}

/**
 * Says when a request may be sent: at once if no other is under way, and otherwise with up to 15 others, when this turn of the
 * event loop ends at the latest. Waking the network thread for each of them would cost more than the requests do.
 */
export const depart = (): MaybePromise<void> => {
  if (underWay++ === 0) return undefined
  group ??= newGroup()
  const joined = group
  if (++joined.requests === mostTogether) sendGroup(joined)
  return joined.departure
}

/** Called once for each `depart`, when the request is answered or has failed. */
export const arrive = (): void => {
  underWay--
}
