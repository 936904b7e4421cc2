import { createSpinner } from './spinner.ts'
import type { TextTone } from './tone.ts'

/** The output of a command: results go to stdout, everything else to stderr, so that results can be piped. */
export interface Terminal {
  /** Writes a line of the result. */
  out(line: string): void
  /** Writes a line that is not part of the result. */
  say(line: string, tone?: TextTone): void
  /** Writes bytes of the result unchanged, and waits until they are accepted. */
  write(bytes: Uint8Array | string): Promise<void>
  /** Shows progress; only on a terminal. `undefined` removes the line. */
  progress(line: string | undefined): void
  /** Shows that the command is waiting if the answer takes long; only on a terminal. */
  wait<T>(what: string, answer: Promise<T>): Promise<T>
  /** True if the result goes to a terminal. */
  readonly isPerson: boolean
  /** Characters per line; `undefined` for no limit. */
  readonly width: number | undefined
  bold(text: string): string
  /** A part of the result in the colour of its tone. */
  paint(tone: TextTone | undefined, text: string): string
}

const clearLine = '\r\u001b[K'
/** The width of a terminal that doesn't report its own. */
const usualWidth = 80

/** Red, green and yellow of the sixteen colours, which each terminal has in a shade that can be read. */
const codes: Readonly<Record<TextTone, readonly [begin: number, end: number]>> = {
  good: [32, 39],
  warning: [33, 39],
  bad: [31, 39],
  quiet: [2, 22],
}

const write = ([begin, end]: readonly [number, number], text: string): string => `\u001b[${begin}m${text}\u001b[${end}m`

/** https://force-color.org, https://no-color.org: either counts if it isn't empty, and forcing goes first, as it does in Node. */
export const hasColor = ({ isTTY }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean => {
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** The parts of a process that make its terminal. */
type TerminalProcess = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>

/** The terminal of this process. */
export const openTerminal = ({ stdout, stderr, env }: TerminalProcess = process): Terminal => {
  const isPerson = stdout.isTTY === true
  const [paintsOut, paintsNotes] = [hasColor(stdout, env), hasColor(stderr, env)]
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
    say(line, tone) {
      progress(undefined)
      stderr.write(`${tone && paintsNotes ? write(codes[tone], line) : line}\n`)
    },
    async write(bytes) {
      progress(undefined)
      if (!stdout.write(bytes)) await new Promise((resolve) => stdout.once('drain', resolve))
    },
    progress,
    wait: createSpinner(progress),
    isPerson,
    width: isPerson ? stdout.columns || usualWidth : undefined,
    bold: (text) => (paintsOut ? write([1, 22], text) : text),
    paint: (tone, text) => (tone && paintsOut ? write(codes[tone], text) : text),
  }
}
