/**
 * The probability that, of two equal subjects, one comes out higher in as many of the pairs, or as few, by chance alone
 * (a two-sided sign test). Pairs of equal figures tell nothing: leave them out.
 */
export const signTest = (higher: number, pairs: number): number => {
  const least = Math.min(higher, pairs - higher)
  let [ways, sum] = [1, 0]
  for (let k = 0; k <= least; k++) {
    sum += ways
    ways = (ways * (pairs - k)) / (k + 1)
  }
  return Math.min(1, (2 * sum) / 2 ** pairs)
}
