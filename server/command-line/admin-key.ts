import { readFileSync, statSync } from 'node:fs'
import { readSecret } from '../configuration/secret-files.ts'
import { askHidden } from './ask-hidden.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'

/** Where a key is looked for. */
interface KeySources {
  readonly option: string
  readonly variable: string
  /** What the key is, for people. */
  readonly words: string
}

const readKeyFile = (path: string, option: string, { say }: Terminal): string => {
  try {
    const key = readFileSync(path, 'utf8').trim()
    if (key === '') throw new CommandError('usage', `the file of ${option} is empty: ${path}`)
    if ((statSync(path).mode & 0o077) !== 0) say(`warning: others can read ${path}; run: chmod 600 ${path}`)
    return key
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError('usage', `the file of ${option} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** What no header can carry is no key, and its text must not come into an error of `fetch`. */
export const checkedKey = (key: string, words: string): string => {
  if (/^[\x21-\x7e]{1,1024}$/.test(key)) return key
  throw new CommandError('usage', `the ${words} holds spaces or other characters that no key has (it is not shown)`)
}

/**
 * A key: of its file, of the environment, or typed by the person at the terminal. Not an argument, which every process of the
 * machine and the shell's history would see.
 */
export const readKey = async (
  keyFile: string | undefined,
  { option, variable, words }: KeySources,
  terminal: Terminal,
): Promise<string> => {
  if (keyFile !== undefined) return checkedKey(readKeyFile(keyFile, option, terminal), words)
  let given: string | undefined
  try {
    given = readSecret(process.env, variable)?.trim()
  } catch (error) {
    throw new CommandError('usage', (error as Error).message)
  }
  if (given) return checkedKey(given, words)
  const question = `${words.charAt(0).toUpperCase()}${words.slice(1)}: `
  if (process.stdin.isTTY && process.stderr.isTTY) return checkedKey(await askHidden(question), words)
  throw new CommandError('refused', `there is no ${words}`, [
    `set ${variable}, or ${variable}_FILE or ${option} to a file that holds it`,
  ])
}

export const readAdminKey = (keyFile: string | undefined, terminal: Terminal): Promise<string> =>
  readKey(keyFile, { option: '--key-file', variable: 'PATCHBAY_ADMIN_KEY', words: 'admin key' }, terminal)
