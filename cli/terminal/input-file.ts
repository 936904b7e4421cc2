import { readFileSync } from 'node:fs'
import { usageError } from './command-error.ts'

/** The value in a JSON or YAML file; `-` is stdin. Throws CommandError. */
export const readInput = (path: string): unknown => {
  let text: string
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw usageError(`cannot read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    // JSON is valid YAML.
    return Bun.YAML.parse(text)
  } catch (error) {
    throw usageError(`${path} is neither JSON nor YAML: ${(error as Error).message}`)
  }
}
