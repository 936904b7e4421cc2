import { createStore } from '../stored/store.ts'

/** True while the gateway doesn't answer, because it is stopped or unreachable. */
export const away = createStore(false)

const everyMs = 3000
/** A gateway that takes longer than this counts as away. */
export const patienceMs = 10_000

const waiting = new Set<() => void>()

/** Adds a listener that is called each time the gateway answers again. */
export const whenBack = (listener: () => void): void => {
  waiting.add(listener)
}

let timer: ReturnType<typeof setTimeout> | undefined

export const isBack = (): void => {
  clearTimeout(timer)
  timer = undefined
  if (!away.get()) return
  away.set(false)
  for (const listener of waiting) listener()
}

/** Asks for the page itself, which needs no session and leaves no trace in the audit log. */
export const askAgain = async (): Promise<void> => {
  clearTimeout(timer)
  try {
    const { ok } = await fetch('/console', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    if (ok) return isBack()
  } catch {
    // It is still away.
  }
  timer = setTimeout(askAgain, everyMs)
}

export const isAway = (): void => {
  if (away.get()) return
  away.set(true)
  timer = setTimeout(askAgain, everyMs)
}

/**
 * Loads a part of the console once the gateway answers. A browser may remember a failed load: then this fails, and the router reloads
 * the page.
 */
export const whenThere = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch {
    const back = Promise.withResolvers<void>()
    waiting.add(back.resolve)
    isAway()
    await back.promise
    waiting.delete(back.resolve)
    return load()
  }
}
