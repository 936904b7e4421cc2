import { readFileSync } from 'node:fs'
import { reasonOf } from '@patchbay/core/errors'
import { usageError } from './command-error.ts'

/** What a JSON or YAML file holds; `-` is stdin. Throws CommandError. */
export const readInput = (path: string): unknown => {
  let text: string
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw usageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    // JSON is YAML as well.
    return Bun.YAML.parse(text)
  } catch (error) {
    throw usageError(`${path} is neither JSON nor YAML: ${reasonOf(error)}`)
  }
}
