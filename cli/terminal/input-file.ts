import { readFileSync } from 'node:fs'
import { parseExact } from '@patchbay/core/exact-json'
import { usageError } from './command-error.ts'

const hasRoundedNumbers = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRoundedNumbers)
}

/** The value of a text that is YAML. A parser of YAML rounds long numbers, so they have to be texts. Throws CommandError. */
const readYaml = (text: string, path: string): unknown => {
  let value: unknown
  try {
    value = Bun.YAML.parse(text)
  } catch (error) {
    throw usageError(`${path} is neither JSON nor YAML: ${(error as Error).message}`)
  }
  if (!hasRoundedNumbers(value)) return value
  throw usageError(`${path} has a number of more digits than YAML keeps: write it in quotes, or the file as JSON`)
}

/** The text in a file; `-` is stdin. Throws CommandError. */
export const readInputText = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw usageError(`cannot read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The value in a JSON or YAML file; `-` is stdin. Throws CommandError. */
export const readInput = (path: string): unknown => {
  const text = readInputText(path)
  try {
    return parseExact(text)
  } catch {
    return readYaml(text, path)
  }
}
