/** Answers that come sooner need no sign of life. */
const startMs = 300
const stepMs = 100
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** The seconds after which a person begins to wonder, and the spinner shows the time. */
const lineAt = (what: string, ms: number): string => {
  const frame = frames[Math.floor(ms / stepMs) % frames.length]
  return ms < 3000 ? `${frame} ${what}` : `${frame} ${what} (${Math.floor(ms / 1000)} s)`
}

/** Shows a line that moves while answers are waited for, one line for all of them. */
export const createSpinner = (progress: (line: string | undefined) => void) => {
  let waiting = 0
  let timer: Timer | undefined
  const start = (what: string): void => {
    const began = performance.now()
    const show = () => progress(lineAt(what, performance.now() - began))
    timer = setTimeout(() => {
      show()
      timer = setInterval(show, stepMs)
    }, startMs)
  }
  const stop = (): void => {
    clearTimeout(timer)
    progress(undefined)
  }
  return async <T>(what: string, answer: Promise<T>): Promise<T> => {
    waiting += 1
    if (waiting === 1) start(what)
    try {
      return await answer
    } finally {
      waiting -= 1
      if (waiting === 0) stop()
    }
  }
}
