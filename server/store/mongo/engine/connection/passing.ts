import { MongoError, MongoNetworkError, MongoServerSelectionError } from 'mongodb'

/**
 * Codes of a server that isn't the primary, is about to be another one, stops, has no majority, or waits for a lock: it is asked again.
 */
const passingCodes: ReadonlySet<unknown> = new Set([
  6, 7, 24, 50, 64, 89, 91, 100, 112, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
])

/** True if the same command may succeed in a while, as nothing is wrong with it: the server can't be reached, or takes no writes. */
export const isPassing = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError &&
    (passingCodes.has(error.code) ||
      error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('RetryableWriteError')))
