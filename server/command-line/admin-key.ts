import { readFileSync, statSync } from 'node:fs'
import { readSecret } from '../configuration/secret-files.ts'
import { askHidden } from './ask-hidden.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'

const keyVariable = 'PATCHBAY_ADMIN_KEY'

const readKeyFile = (path: string, { say }: Terminal): string => {
  try {
    const key = readFileSync(path, 'utf8').trim()
    if (key === '') throw new CommandError('usage', `the file of --key-file is empty: ${path}`)
    if ((statSync(path).mode & 0o077) !== 0) say(`warning: others can read ${path}; run: chmod 600 ${path}`)
    return key
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError('usage', `the file of --key-file can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** What no header can carry is no key, and its text must not come into an error of `fetch`. */
const checked = (key: string): string => {
  if (/^[\x21-\x7e]{1,1024}$/.test(key)) return key
  throw new CommandError('usage', 'the admin key holds spaces or other characters that no key has (it is not shown)')
}

/**
 * The admin key: of `--key-file`, of the environment, or typed by the person at the terminal. Never an argument, which every
 * process of the machine and the shell's history would see.
 */
export const readAdminKey = async (keyFile: string | undefined, terminal: Terminal): Promise<string> => {
  if (keyFile !== undefined) return checked(readKeyFile(keyFile, terminal))
  let given: string | undefined
  try {
    given = readSecret(process.env, keyVariable)?.trim()
  } catch (error) {
    throw new CommandError('usage', (error as Error).message)
  }
  if (given) return checked(given)
  if (process.stdin.isTTY && process.stderr.isTTY) return checked(await askHidden('Admin key: '))
  throw new CommandError('refused', 'there is no admin key', [
    `set ${keyVariable}, or ${keyVariable}_FILE or --key-file to a file that holds it`,
  ])
}
