/** Where a command writes: results to stdout, everything else to stderr, so that results can be piped. */
export interface Terminal {
  /** Writes a line of the result. */
  out(line: string): void
  /** Writes a line that is not part of the result. */
  say(line: string): void
  /** Writes bytes of the result unchanged, and waits until they are accepted. */
  write(bytes: Uint8Array | string): Promise<void>
  /** Shows progress; only on a terminal. `undefined` removes the line. */
  progress(line: string | undefined): void
  /** Whether the result goes to a terminal. */
  readonly isPerson: boolean
  /** Characters per line; `undefined` for no limit. */
  readonly width: number | undefined
  bold(text: string): string
}

const clearLine = '\r\u001b[K'

const hasColor = (environment: NodeJS.ProcessEnv): boolean => !environment.NO_COLOR && environment.TERM !== 'dumb'

/** The terminal of this process. */
export const openTerminal = ({ stdout, stderr, env }: NodeJS.Process = process): Terminal => {
  const isPerson = stdout.isTTY === true
  const isBold = isPerson && hasColor(env)
  let shown = false
  const progress = (line: string | undefined): void => {
    if (!stderr.isTTY || (line === undefined && !shown)) return
    stderr.write(`${clearLine}${line ?? ''}`)
    shown = line !== undefined
  }
  return {
    out(line) {
      progress(undefined)
      stdout.write(`${line}\n`)
    },
    say(line) {
      progress(undefined)
      stderr.write(`${line}\n`)
    },
    async write(bytes) {
      if (!stdout.write(bytes)) await new Promise((resolve) => stdout.once('drain', resolve))
    },
    progress,
    isPerson,
    width: isPerson ? (stdout.columns ?? 80) : undefined,
    bold: (text) => (isBold ? `\u001b[1m${text}\u001b[22m` : text),
  }
}
