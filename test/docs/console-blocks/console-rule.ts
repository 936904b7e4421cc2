/** What a rule says of a `console` block: what stands for the reader's own values and for outside programs, and what is looked at. */
import type { Reader } from '../reader.ts'
import type { StandInName } from './stand-ins.ts'

/** Pairs of what the page shows and what is there, put in one after the other. */
export type Values = readonly (readonly [shown: string, real: string])[]

interface Seen {
  readonly reader: Reader
  /** The commands that stand-ins were given. */
  readonly recorded: readonly (readonly string[])[]
  /** The output of each command, as the page would show it. */
  readonly outputs: readonly string[]
}

/** A block that is run here. */
export interface RunHere {
  readonly values?: (reader: Reader) => Values | Promise<Values>
  readonly env?: (reader: Reader) => Record<string, string> | Promise<Record<string, string>>
  /** Runs the block at a terminal: a text that is typed, by what was shown since the last. */
  readonly person?: () => (shown: string) => string | undefined
  /** Starts a gateway by the last command, in place of running it to its end. */
  readonly start?: (reader: Reader, commands: readonly string[]) => Promise<void>
  readonly standIns?: readonly StandInName[]
  /** What is run in place of each command. */
  readonly typed?: (command: string) => string
  /** Made even for what is compared, such as a number of milliseconds. */
  readonly even?: (text: string) => string
  readonly look?: (seen: Seen) => unknown
}

/** A block that another test takes from its page and runs. */
interface RunThere {
  readonly file: string
}

export type ConsoleRule = RunHere | RunThere

/** The value of a command's option, `--name=value` or `--name value`; empty: it isn't there. */
export const findOption = (words: readonly string[], name: string): string =>
  words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ??
  words[words.indexOf(`--${name}`) + 1] ??
  ''
