import { readFileSync, statSync } from 'node:fs'
import { askHidden } from '../terminal/ask.ts'
import { CommandError, usageError } from '../terminal/command-error.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The option and variable that may name a key. */
interface KeySources {
  readonly option: string
  readonly variable: string
  /** The kind of key, in words. */
  readonly words: string
}

const readKeyFile = (path: string, option: string, { say }: Terminal): string => {
  try {
    const key = readFileSync(path, 'utf8').trim()
    if (key === '') throw new CommandError('usage', `the file of ${option} is empty: ${path}`)
    if ((statSync(path).mode & 0o077) !== 0) say(`warning: other users can read ${path}; run: chmod 600 ${path}`)
    return key
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError('usage', `cannot read the file of ${option} (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** An environment variable, or the file named in its `_FILE` variant, as containers pass secrets. No error contains a value. */
const readEnvironment = (variable: string): string | undefined => {
  const [text, path] = [process.env[variable]?.trim(), process.env[`${variable}_FILE`]?.trim()]
  if (!path) return text
  if (text) throw usageError(`${variable} and ${variable}_FILE are both set; unset one of them`)
  try {
    const held = readFileSync(path, 'utf8').trim()
    if (held !== '') return held
  } catch (error) {
    // A value that is clearly not a path may be the key itself, in the wrong variable.
    const named = /^\.{0,2}\//.test(path) ? `names ${path}, which` : 'names a file (its name is not shown) that'
    throw usageError(`${variable}_FILE ${named} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
  throw usageError(`the file in ${variable}_FILE is empty; write the key into it`)
}

/** A text that no header can carry is not a key. It must not appear in an error of `fetch`. */
export const checkedKey = (key: string, words: string): string => {
  if (/^[\x21-\x7e]{1,1024}$/.test(key)) return key
  throw new CommandError(
    'usage',
    `the ${words} contains spaces or other characters that a key cannot have (its value is not shown)`,
  )
}

/**
 * A key from its file, from the environment, or typed at the terminal. Never an argument: every process of the machine and
 * the shell's history would see it.
 */
export const readKey = async (
  keyFile: string | undefined,
  { option, variable, words }: KeySources,
  terminal: Terminal,
): Promise<string> => {
  if (keyFile !== undefined) return checkedKey(readKeyFile(keyFile, option, terminal), words)
  const given = readEnvironment(variable)
  if (given) return checkedKey(given, words)
  const question = `${words.charAt(0).toUpperCase()}${words.slice(1)}: `
  if (process.stdin.isTTY && process.stderr.isTTY) return checkedKey(await askHidden(question), words)
  throw new CommandError('refused', `no ${words} was given`, [
    `set ${variable}, or set ${variable}_FILE or ${option} to a file that contains it`,
  ])
}

export const readAdminKey = (keyFile: string | undefined, terminal: Terminal): Promise<string> =>
  readKey(keyFile, { option: '--key-file', variable: 'PATCHBAY_ADMIN_KEY', words: 'admin key' }, terminal)
