import { readFileSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

/** The name of a secret variable's twin, which names a file that holds the secret, as containers get theirs. */
export const fileVariable = (name: string): string => `${name}_FILE`

/** An empty variable counts as unset: compose files pass `${X:-}`. */
export const isSet = (environment: Environment, name: string): boolean => Boolean(environment[name]?.trim())

/** True if the text is certainly a path. Other texts may be the secret itself, in the wrong variable, and are never shown. */
const isSurelyPath = (text: string): boolean => /^\.{0,2}\//.test(text)

const readFile = (path: string, variable: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Without the cause, whose message holds the path, which may be the secret.
    throw new Error(
      isSurelyPath(path)
        ? `${variable} names ${path}, which can't be read (${code})`
        : `${variable} does not name a readable file (its value is not shown; ${code}); write the path of a file`,
    )
  }
}

/** The value of a secret variable or of its file. Throws Error for the operator; no error holds the value. */
export const readSecret = (environment: Environment, name: string): string | undefined => {
  const twin = fileVariable(name)
  if (!isSet(environment, twin)) return environment[name]
  if (isSet(environment, name)) throw new Error(`${name} and ${twin} are both set; unset one of them`)
  const path = environment[twin]?.trim() ?? ''
  const text = readFile(path, twin)
  if (text === '') throw new Error(`${twin} names ${path}, which is empty; write the value into it`)
  return text
}
