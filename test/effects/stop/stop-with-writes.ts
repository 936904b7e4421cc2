import { answer, hold, startScripted } from '../../providers/scripted.ts'
import { type ServerProcess, startServerProcess } from '../../server-process.ts'

export interface StopCase {
  /** Under way when the signal comes. */
  readonly writes: number
  /** Their callers hang up before the signal. */
  readonly isHungUp?: boolean
  /** Delay after the signal before the vendor answers all of them; left out: it never answers. */
  readonly answersAfterMs?: number
}

export interface Stopped {
  /** From the signal to the end of the process. */
  readonly seconds: number
  readonly exitCode: number
  /** Callers by the status they got; `0`: none, as the connection was closed. */
  readonly statuses: Readonly<Record<string, number>>
  /** Calls in the log of the next start by outcome; resolved ones by their resolution. */
  readonly outcomes: Readonly<Record<string, number>>
}

const tally = (values: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

interface Entry {
  readonly id: string
  readonly source: string
  readonly outcome: string
  readonly resolves: string | null
  readonly resolved_as: string | null
}

const readOutcomes = async (server: ServerProcess): Promise<Record<string, number>> => {
  const { body } = await server.admin('GET', '/admin/audit?limit=1000')
  const entries: readonly Entry[] = body.entries
  const found = new Map(entries.map(({ resolves, resolved_as }) => [resolves, resolved_as]))
  return tally(entries.filter(({ source }) => source === 'rest').map(({ id, outcome }) => found.get(id) ?? outcome))
}

/** Stops a gateway with writes under way. */
export const stopWithWrites = async ({
  writes,
  isHungUp = false,
  answersAfterMs,
  env: given = {},
}: StopCase & { readonly env?: Readonly<Record<string, string>> }): Promise<Stopped> => {
  const gate = Promise.withResolvers<void>()
  const vendor = await startScripted(hold(gate.promise, answer(201, { id: '1', properties: {} })))
  const env: Record<string, string> = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }), ...given }
  const server = await startServerProcess({ env })
  await server.seed('acme', { hubspot: 'a-token' })
  const callers = new AbortController()
  const calls = Array.from({ length: writes }, (_, n) => {
    const body = { action: 'create', object_type: 'contacts', properties: { email: `${n}@example.com` } }
    return server.call('acme', 'hubspot', body, { signal: callers.signal }).then(
      ({ status }) => status,
      () => 0,
    )
  })
  const early = Promise.all(calls).then((statuses) => {
    if (writes > 0)
      throw new Error(`the calls ended before the vendor had them all: ${JSON.stringify(tally(statuses))}`)
  })
  await Promise.race([vendor.received(writes), early])
  if (isHungUp) {
    callers.abort()
    await Bun.sleep(500)
  }
  const startedAt = performance.now()
  if (answersAfterMs !== undefined) setTimeout(gate.resolve, answersAfterMs)
  const exitCode = await server.end('SIGTERM')
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const statuses = tally(await Promise.all(calls))
  const isShared = env.MONGODB_URI !== undefined
  const next = await startServerProcess({
    env,
    ...(isShared ? {} : { dataDir: server.dataDir }),
    adminKey: server.adminKey,
  })
  const outcomes = await readOutcomes(next)
  gate.resolve()
  await next.stop()
  await vendor.stop()
  return { seconds, exitCode, statuses, outcomes }
}
