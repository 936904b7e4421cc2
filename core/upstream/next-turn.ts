let turn: Promise<void> | undefined

/**
 * The end of this turn of the event loop, for all who ask in it. What goes to another thread goes at once then: a thread
 * that is woken for each single request costs more than the request does.
 */
export const nextTurn = (): Promise<void> =>
  (turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  }))
