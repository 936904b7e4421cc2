import { GatewayError } from '@patchbay/core/errors'

/** Runs the work when it is the network's turn. */
export type Turns = <T>(network: string, work: () => Promise<T>) => Promise<T>

interface Waiting {
  readonly network: string
  readonly begin: () => void
}

const atOnce = 4
const atOnceByNetwork = 2
const mostWaiting = 32
const mostWaitingByNetwork = 8
const waitMs = 5000

const full = (): GatewayError =>
  new GatewayError('UNAVAILABLE', 'Too many applications are being looked up at the moment; try again', {
    retryAfter: Math.ceil(waitMs / 1000),
  })

/**
 * Runs four pieces of work at once, but only two for one network, so that no network delays the others. The rest wait for 5 s at
 * most. Throws UNAVAILABLE if the turn doesn't come in that time, or if too many wait already.
 */
export const createTurns = (): Turns => {
  /** The network of each piece of work under way. */
  const busy: string[] = []
  const waiting = new Set<Waiting>()

  const isNext = ({ network }: Waiting): boolean =>
    busy.length < atOnce && busy.filter((other) => other === network).length < atOnceByNetwork

  const beginNext = (): void => {
    const next = [...waiting].find(isNext)
    if (!next) return
    waiting.delete(next)
    busy.push(next.network)
    next.begin()
  }

  const turn = (network: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const sameNetwork = [...waiting].filter((other) => other.network === network)
      if (waiting.size >= mostWaiting || sameNetwork.length >= mostWaitingByNetwork) return reject(full())
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const mine = { network, begin }
      const timer = setTimeout(() => {
        waiting.delete(mine)
        reject(full())
      }, waitMs)
      waiting.add(mine)
      beginNext()
    })

  return async (network, work) => {
    await turn(network)
    try {
      return await work()
    } finally {
      busy.splice(busy.indexOf(network), 1)
      beginNext()
    }
  }
}
