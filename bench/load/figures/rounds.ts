import { parseArgs } from 'node:util'

interface Rounds {
  readonly rounds: number
  /** The length of a round. */
  readonly seconds: number
}

/** The rounds that `--rounds` and `--seconds` ask for. `isWhole`: no shorter than usual, so that the figures may stand in a page. */
export const readRounds = (usual: Rounds): Rounds & { readonly isWhole: boolean } => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(usual.rounds) },
      seconds: { type: 'string', default: String(usual.seconds) },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  return { rounds, seconds, isWhole: rounds >= usual.rounds && seconds >= usual.seconds }
}
