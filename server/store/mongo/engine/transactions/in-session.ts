import type { ClientSession } from 'mongodb'

/** The option of an operation that runs in the transaction of a session, if there is one. */
export const inSession = (session: ClientSession | undefined): { readonly session?: ClientSession } =>
  session ? { session } : {}
