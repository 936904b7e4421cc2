import { GatewayError } from '@patchbay/core/errors'
import { type CountHeld, createTenantTurns } from './tenant-turns.ts'

/** A run as the places know it. */
export interface PlacedRun {
  readonly tenant: string
  /** Called when it gets a place. */
  enter(): void
  /** Called when it may compute. */
  compute(): void
  /** Called when it must wait for the processor. */
  pause(): void
  /** Called when it loses its place to another tenant. */
  giveUp(): void
  /** True if the run could be repeated later up to its present point without doing anything twice. */
  canComeAgain(): boolean
  refuse(error: unknown): void
}

export interface RunPlaces {
  /** Throws UNAVAILABLE if too many wait. A run that `wasThere` goes before the others of its tenant. */
  come(run: PlacedRun, wasThere?: boolean): void
  /** The run has something to compute. */
  wantProcessor(run: PlacedRun): void
  /** The run waits for a call. */
  rest(run: PlacedRun): void
  /** The run has computed for long: another tenant that waits goes first. */
  giveTurn(run: PlacedRun): void
  leave(run: PlacedRun): void
  /** Refuses all that wait to enter. */
  close(): void
}

export interface RunPlaceOptions {
  readonly mostThere: number
  readonly mostComputing: number
  readonly mostWaiting: number
}

/** The places that a tenant keeps while another one waits. */
const ownPlaces = 2

const busy = () =>
  new GatewayError('UNAVAILABLE', 'Too many runs of code wait for a place; try again', { retryAfter: 5 })

export const stopping = () => new GatewayError('UNAVAILABLE', 'The gateway stops; try again', { retryAfter: 1 })

const countIn =
  (runs: ReadonlySet<PlacedRun>): CountHeld =>
  (tenant) =>
    [...runs].filter((run) => run.tenant === tenant).length

/** Frees a place in a full queue. Nobody's queue keeps out a tenant that has less in it. Throws UNAVAILABLE. */
const makeQueuePlace = (entering: ReturnType<typeof createTenantTurns<PlacedRun>>, { tenant }: PlacedRun): void => {
  const last = entering.last()
  if (!last || entering.countOf(tenant) + 1 >= entering.countOf(last.tenant)) throw busy()
  entering.remove(last)
  last.refuse(busy())
}

/**
 * Decides which runs are there, each of which takes memory, and which of these compute. A run that waits for a call leaves the processor to
 * others. No tenant keeps another one waiting: it keeps two places then, and the processor is taken in turns.
 */
export const createRunPlaces = ({ mostThere, mostComputing, mostWaiting }: RunPlaceOptions): RunPlaces => {
  const there = new Set<PlacedRun>()
  const computing = new Set<PlacedRun>()
  const entering = createTenantTurns<PlacedRun>()
  const wanting = createTenantTurns<PlacedRun>()
  const countThere = countIn(there)
  const countComputing = countIn(computing)

  const compute = (): void => {
    while (computing.size < mostComputing) {
      const next = wanting.take(countComputing)
      if (!next) return
      computing.add(next)
      next.compute()
    }
  }
  const stopComputing = (run: PlacedRun): void => {
    wanting.remove(run)
    computing.delete(run)
  }

  /** The run to evict: of tenants with more than their own places, preferably one that only waits, and the newest. */
  const chooseToGiveUp = (): PlacedRun | undefined => {
    const beyond = [...there].filter(({ tenant }) => countThere(tenant) > ownPlaces).toReversed()
    const again = beyond.filter((run) => run.canComeAgain())
    return again.find((run) => !computing.has(run)) ?? again[0] ?? beyond[0]
  }
  /** Makes room for a tenant that has less than its own places. */
  const makeRoom = ({ tenant }: PlacedRun): boolean => {
    const chosen = countThere(tenant) < ownPlaces ? chooseToGiveUp() : undefined
    if (!chosen) return false
    there.delete(chosen)
    stopComputing(chosen)
    chosen.giveUp()
    return true
  }
  const enter = (): void => {
    for (let next = entering.peek(countThere); next; next = entering.peek(countThere)) {
      if (there.size >= mostThere && !makeRoom(next)) return
      entering.take(countThere)
      there.add(next)
      next.enter()
    }
  }

  return {
    come(run, wasThere = false) {
      if (!wasThere && there.size >= mostThere && entering.size() >= mostWaiting) makeQueuePlace(entering, run)
      entering.add(run, wasThere)
      enter()
      compute()
    },
    wantProcessor(run) {
      wanting.add(run)
      compute()
    },
    rest(run) {
      stopComputing(run)
      compute()
    },
    giveTurn(run) {
      const next = wanting.peek(countComputing)
      if (!computing.has(run) || !next || countComputing(next.tenant) >= countComputing(run.tenant)) return
      run.pause()
      stopComputing(run)
      wanting.add(run)
      compute()
    },
    leave(run) {
      entering.remove(run)
      there.delete(run)
      stopComputing(run)
      enter()
      compute()
    },
    close() {
      for (const run of entering.all()) {
        entering.remove(run)
        run.refuse(stopping())
      }
    },
  }
}
