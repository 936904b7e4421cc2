import { type ServerProcess, startServerProcess } from '../../server-process.ts'
import { startCountingVendor } from './counting-vendor.ts'
import { type KillStep, killSteps } from './kill-steps.ts'

/** Results of the writes during which the gateway was killed at a step. */
export interface KillRow {
  readonly step: KillStep
  readonly writes: number
  /** Those that the vendor has carried out. */
  readonly effects: number
  readonly ok: number
  readonly unknown: number
  /** Carried out, and nothing in the log says so. */
  readonly withoutTrace: number
  /** Carried out more than once. */
  readonly doubled: number
  /** The log says that they failed, and the vendor has carried them out, or the other way round. */
  readonly wrong: number
}

interface Entry {
  readonly request_id: string
  readonly outcome: string
}

/** So long that the first byte isn't all of it. */
const filler = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`filler_${n}`, 'x'.repeat(50_000)]))

const nameOf = (step: KillStep, nth: number): string => `${step.replaceAll(' ', '-')}-${nth}`
const emailOf = (name: string): string => `${name}@example.com`

const readEntries = async (server: ServerProcess): Promise<ReadonlyMap<string, Entry>> => {
  const entries: Entry[] = []
  let cursor = ''
  do {
    const { body } = await server.admin('GET', `/admin/audit?source=rest&limit=1000${cursor && `&cursor=${cursor}`}`)
    entries.push(...body.entries)
    cursor = body.next_cursor ?? ''
  } while (cursor !== '')
  return new Map(entries.map((entry) => [entry.request_id, entry]))
}

const judge = (
  step: KillStep,
  times: number,
  effects: ReadonlyMap<string, number>,
  entries: ReadonlyMap<string, Entry>,
): KillRow => {
  const names = Array.from({ length: times }, (_, nth) => nameOf(step, nth))
  const count = (matches: (done: number, outcome: string | undefined) => boolean): number =>
    names.filter((name) => matches(effects.get(emailOf(name)) ?? 0, entries.get(name)?.outcome)).length
  return {
    step,
    writes: times,
    effects: count((done) => done > 0),
    ok: count((_, outcome) => outcome === 'ok'),
    unknown: count((_, outcome) => outcome === 'unknown'),
    withoutTrace: count((done, outcome) => done > 0 && outcome === undefined),
    doubled: count((done) => done > 1),
    wrong: count((done, outcome) => (done > 0 ? outcome === 'error' : outcome === 'ok')),
  }
}

/** After the lease of a gateway that died on MongoDB, and some beats. */
const mostWaitMs = 60_000

/** Waits until what the dead gateways left has been found. */
const readRecovered = async (server: ServerProcess, effects: ReadonlyMap<string, number>) => {
  for (const began = performance.now(); ; await Bun.sleep(200)) {
    const entries = await readEntries(server)
    const isWhole = [...effects.keys()].every((email) => entries.has(email.split('@')[0] ?? ''))
    if (isWhole || performance.now() - began > mostWaitMs) return entries
  }
}

export interface KillTableOptions {
  /** Kills at each step. */
  readonly times: number
  readonly env: Readonly<Record<string, string>>
  readonly onStep?: (step: KillStep) => void
}

/**
 * Kills gateways in the middle of writes, at each step so many times, and compares what the vendor has carried out with what the log
 * says. On the embedded store each gateway goes on with the folder of the one before; on MongoDB one gateway lives all the time.
 */
export const makeKillTable = async ({ times, env: given, onStep }: KillTableOptions): Promise<readonly KillRow[]> => {
  const vendor = await startCountingVendor()
  const env: Record<string, string> = { PROVIDER_ORIGINS: JSON.stringify({ hubspot: vendor.origin }), ...given }
  const isShared = env.MONGODB_URI !== undefined
  const first = await startServerProcess({ env })
  await first.seed('acme', { hubspot: 'a-token' })
  if (!isShared) await first.end('SIGTERM')
  const { dataDir, adminKey } = first
  const start = (more: Readonly<Record<string, string>> = {}, preload?: string) =>
    startServerProcess({
      env: { ...env, ...more },
      ...(isShared ? {} : { dataDir }),
      adminKey,
      ...(preload !== undefined && { preload }),
    })

  const killOnce = async (step: KillStep, nth: number): Promise<void> => {
    const server = await start({ DIE_AT: step }, `${import.meta.dirname}/die-at-write.ts`)
    const kill = (): void => server.child.kill('SIGKILL')
    vendor.expect(step, kill)
    server.child.kill('SIGWINCH')
    while (!server.output.stdout.includes('armed')) {
      if (server.child.exitCode !== null) throw new Error(`the gateway has ended: ${server.output.stderr}`)
      await Bun.sleep(5)
    }
    const name = nameOf(step, nth)
    const body = { action: 'create', object_type: 'contacts', properties: { email: emailOf(name), ...filler } }
    const call = server.call('acme', 'hubspot', body, { headers: { 'x-request-id': name } })
    const status = await call.then(
      (answer) => answer.status,
      () => undefined,
    )
    const isAnswered = status !== undefined
    if (isAnswered && status !== 201)
      throw new Error(`the gateway answered ${status} before it could be killed: ${step}`)
    // On the embedded store the entry and the end of the intent are one commit.
    if (isAnswered && step === 'closed' && !isShared) kill()
    await server.exited
  }

  try {
    for (const step of killSteps) {
      onStep?.(step)
      for (let nth = 0; nth < times; nth++) await killOnce(step, nth)
    }
    const last = isShared ? first : await start()
    const entries = await readRecovered(last, vendor.effects)
    await last.stop()
    return killSteps.map((step) => judge(step, times, vendor.effects, entries))
  } finally {
    vendor.stop()
  }
}
