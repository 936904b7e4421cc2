/** Numbers from 0 to 1, the same in each run: what is drawn with them changes only when the code changes. */
export const createDice = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
