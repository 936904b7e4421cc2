/** An answer that is kept for a key. */
interface KeptAnswer {
  readonly id: string
  readonly bytes: number
}

/** The most answers that are dropped at once, so that calls run in between. */
export const mostGivenUp = 200

/** The oldest answers that together make up the given bytes, and their own bytes. */
export const chooseOldestAnswers = (
  oldest: Iterable<KeptAnswer>,
  excess: number,
): { readonly ids: readonly string[]; readonly bytes: number } => {
  const ids: string[] = []
  let bytes = 0
  for (const answer of oldest) {
    if (bytes >= excess) break
    ids.push(answer.id)
    bytes += answer.bytes
  }
  return { ids, bytes }
}
