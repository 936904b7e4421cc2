import { ErrorOfServer, RefusedByServer } from './errors-of-server.ts'

const mostText = 2000
/** A revision that servers have spoken since the protocol became known. */
const common = '2024-11-05'

/** The words of a refusal; `undefined`: it has another reason. */
const wordsOf = (error: unknown): string | undefined => {
  if (error instanceof ErrorOfServer) return `${error.message} ${JSON.stringify(error.data) ?? ''}`.slice(0, mostText)
  if (!(error instanceof RefusedByServer) || error.answer.status !== 400) return undefined
  return Buffer.from(error.answer.bytes).subarray(0, mostText).toString()
}

/**
 * The revision to propose to a server that refused the newest one, where the protocol has it answer with another: the newest that it
 * names, or a common one; `undefined`: it refused something else. `revisions`: those with a handshake, the newest first.
 */
export const proposedRevision = (revisions: readonly string[], error: unknown): string | undefined => {
  const words = wordsOf(error)
  if (words === undefined || !/version|revision/i.test(words)) return undefined
  const [refused, ...others] = revisions
  const named = new Set(words.match(/\b20\d\d-\d\d-\d\d\b/g))
  named.delete(refused ?? '')
  return others.find((revision) => named.has(revision)) ?? (named.size === 0 ? common : undefined)
}
