import { GivenUp } from '@patchbay/core/store'

/** Milliseconds that one command to the store may take. */
export const commandMs = 5000

/** The interval at which the clock checks for operations that are over their time. */
const tickMs = 100

/**
 * Each operation that was given up still holds a connection, or a place in the disk's queue. With so many, others are refused at once:
 * they would wait behind these.
 */
const mostLate = 20

/** Called between two commands of one operation: the next one may take its own time. Throws GivenUp if nobody waits for the operation any more. */
export type NextCommand = () => void

class BoundedOperation {
  at: number
  isLate = false

  constructor(
    readonly ms: number,
    readonly onLate: () => void,
  ) {
    this.at = performance.now() + ms
  }

  readonly nextCommand: NextCommand = () => {
    if (this.isLate) throw new GivenUp('nobody waits for this operation any more')
    this.at = performance.now() + this.ms
  }
}

/** Bounds how long callers wait for the store. */
export interface CommandBound {
  /**
   * Runs an operation. Rejects with GivenUp when one command of it takes too long; the operation itself goes on until its next command.
   * `onGivenUp` is called with what becomes of it.
   */
  run<T>(work: (nextCommand: NextCommand) => Promise<T>, onGivenUp?: (ending: Promise<T>) => void): Promise<T>
}

/** One timer for all operations: a timer for each command would cost more than the rest of the bound. */
export const createCommandBound = (ms = commandMs): CommandBound => {
  const open = new Set<BoundedOperation>()
  const late = new Set<BoundedOperation>()
  let timer: Timer | undefined
  let tickedAt = 0

  const tick = (): void => {
    const now = performance.now()
    const heldMs = now - tickedAt - tickMs
    tickedAt = now
    // Something held the thread, and what the store has answered meanwhile is still to be read: that isn't the store's time.
    if (heldMs > tickMs) for (const operation of open) operation.at += heldMs
    for (const operation of open) if (operation.at <= now) operation.onLate()
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    run(work, onGivenUp) {
      if (late.size >= mostLate) return Promise.reject(new GivenUp(`${late.size} operations before it take too long`))
      return new Promise((resolve, reject) => {
        const operation = new BoundedOperation(ms, () => {
          operation.isLate = true
          open.delete(operation)
          late.add(operation)
          reject(new GivenUp(`the store did not answer within ${ms} ms`))
          onGivenUp?.(ending)
        })
        const end = (): void => {
          open.delete(operation)
          late.delete(operation)
        }
        const ending = work(operation.nextCommand)
        open.add(operation)
        if (!timer) {
          tickedAt = performance.now()
          timer = setInterval(tick, tickMs)
        }
        ending.then(
          (result) => {
            end()
            resolve(result)
          },
          (error) => {
            end()
            reject(error)
          },
        )
      })
    },
  }
}
