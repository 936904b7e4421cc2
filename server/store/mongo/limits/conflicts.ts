import { MongoError } from 'mongodb'
import { unavailable } from '../../rules/unavailable.ts'

const duplicateKey = 11000

/** Two processes inserted the same document at once, and this one lost. */
export const isConflict = (error: unknown): boolean => error instanceof MongoError && error.code === duplicateKey

export const ignoreConflict = (error: unknown): null => {
  if (isConflict(error)) return null
  throw error
}

/**
 * Tries until nobody else begins or changes the document in between: of two processes that do so at once, one must try again. Throws
 * UNAVAILABLE after so many tries.
 */
export const retryConflicts = async (
  document: string,
  mostTries: number,
  attempt: () => Promise<boolean>,
): Promise<void> => {
  for (let tries = 1; !(await attempt()); tries++) {
    if (tries === mostTries) throw unavailable(new Error(`${document} still conflicts after ${mostTries} tries`))
  }
}
