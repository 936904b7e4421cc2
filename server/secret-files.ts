import { readFileSync } from 'node:fs'
import { reasonOf } from '@patchbay/core/errors'

export type Environment = Readonly<Record<string, string | undefined>>

/** The twin of a secret variable that names a file with its value, as containers are given secrets. */
export const fileVariable = (name: string): string => `${name}_FILE`

/** An empty variable is an unset one: compose files pass `${X:-}`. */
export const isSet = (environment: Environment, name: string): boolean => Boolean(environment[name]?.trim())

const readFile = (path: string, variable: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new Error(`${variable} names ${path}, which can't be read: ${reasonOf(cause)}`, { cause })
  }
}

/** The value of a secret variable, or that of its file. Throws Error for the operator; no error holds the value. */
export const readSecret = (environment: Environment, name: string): string | undefined => {
  const twin = fileVariable(name)
  if (!isSet(environment, twin)) return environment[name]
  if (isSet(environment, name)) throw new Error(`${name} and ${twin} are both set; unset one of them`)
  const path = environment[twin]?.trim() ?? ''
  const text = readFile(path, twin)
  if (text === '') throw new Error(`${twin} names ${path}, which is empty; write the value into it`)
  return text
}
