/** The same numbers in each run: the pictures change only with what they show. */
export const createDice = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
