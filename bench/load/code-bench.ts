/**
 * `bun run bench:code [--rounds 3] [--seconds 3]`: what the calls of other tenants take beside two runs of code at once, and how much memory the
 * gateway takes more with the processes of these runs. Writes its table in docs/speed-beside.md unless the run is shorter than that.
 */
import { readFileSync } from 'node:fs'
import { tokenOf } from '../../test/client.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { toolCall } from '../../test/mcp/messages.ts'
import { decimals, describeMachine, table } from './bench/markdown.ts'
import { newSearch } from './calls/bodies.ts'
import { restCall } from './calls/call-targets.ts'
import { fire, type Round } from './calls/fire.ts'
import { median } from './figures/averages.ts'
import { besideCells, besideHead, medianRound } from './figures/beside.ts'
import { residentMb } from './figures/resident-mb.ts'
import { readRounds } from './figures/rounds.ts'
import { startGateway } from './programs/start-gateway.ts'
import { startUpstream } from './programs/start-upstream.ts'

const { rounds, seconds, isWhole } = readRounds({ rounds: 3, seconds: 3 })
const goals = { ratio: 2, megabytes: 200 }
const runsAtOnce = 2
const runner = 'runner'

const search = `call('hubspot', 'search', { object_type: 'contacts', filters: [{ propertyName: 'email', operator: 'EQ', value: 'a@b.c' }], after: String(n++) })`
/** The codes that run until one of their limits ends them. */
const codes = {
  'that count without an end': 'let n = 0; while (true) n++',
  'that fill their memory':
    'const all = []; try { while (true) all.push("x".repeat(2 ** 20) + all.length) } catch {} all.pop(); let n = 0; while (true) n += all.length',
  'that make 200 calls, 8 at a time': `let n = 0; for (let i = 0; i < 25; i++) await Promise.all(Array.from({ length: 8 }, () => ${search})); return n`,
}

const upstream = await startUpstream()
const gateway = await startGateway({ ...upstream.environment })
await gateway.seed(runner, { hubspot: 'bench-provider-token' })

/** The processes of the gateway's runs. */
const listRuns = (): number[] =>
  readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
// A process may have ended since it was listed.
const sumResident = async (pids: readonly number[]): Promise<number> => {
  const all = await Promise.all(pids.map((pid) => residentMb(pid, 'RssAnon').catch(() => 0)))
  return all.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), 0)
}

const tool = async (args: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, string>> => {
  const { headers, body } = toolCall('modern', 'run_read', args)
  const answer = await fetch(`${gateway.url}/mcp?tools=code`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${tokenOf(runner)}` },
    body: JSON.stringify(body),
    signal,
  })
  const { result } = (await answer.json()) as { result: { content: readonly { text: string }[] } }
  return JSON.parse(result.content[0]?.text ?? '{}')
}

/** Keeps two runs going until it is told to stop. Resolves with the number of runs. */
const startRuns = (code: string) => {
  const stopped = new AbortController()
  let ended = 0
  const keepRunning = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const answer = await tool({ code }, stopped.signal).catch((error) => {
        if (!stopped.signal.aborted) throw error
        return {}
      })
      // Endless code ends by its limit; anything else is a fault of the bench.
      const { error } = answer as { error?: { code: string; message: string } }
      if (error && error.code !== 'TIMEOUT' && !/processor time/.test(error.message))
        throw new Error(JSON.stringify(answer))
      ended++
    }
  }
  const all = Promise.all(Array.from({ length: runsAtOnce }, keepRunning))
  return async (): Promise<number> => {
    stopped.abort()
    await all
    return ended
  }
}

interface Measured extends Round {
  readonly gatewayMb: number
  readonly runsMb: number
}

const load = async (connections: number): Promise<Measured> => {
  let [gatewayMb, runsMb] = [0, 0]
  const sampling = setInterval(async () => {
    gatewayMb = Math.max(gatewayMb, await sumResident([gateway.pid]))
    runsMb = Math.max(runsMb, await sumResident(listRuns()))
  }, 50)
  const round = await fire({ ...restCall(gateway.url, newSearch), connections, seconds })
  clearInterval(sampling)
  return { ...round, gatewayMb, runsMb }
}

const rows: string[][] = []
let isMet = true
await load(64)
for (const connections of [8, 64]) {
  for (const [name, code] of Object.entries(codes)) {
    const [without, beside]: [Measured[], Measured[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      without.push(await load(connections))
      const stopRuns = startRuns(code)
      // The processes start within this time.
      await Bun.sleep(500)
      beside.push(await load(connections))
      await stopRuns()
    }
    const of = (all: readonly Measured[], member: keyof Measured): number => median(all.map((one) => one[member]))
    const [usualRound, besideRound] = [medianRound(without), medianRound(beside)]
    const ratio = besideRound.p99 / usualRound.p99
    // The memory of the gateway itself varies from round to round by more than the runs add to it.
    const mb = Math.max(...beside.map((one) => one.runsMb)) + of(beside, 'gatewayMb') - of(without, 'gatewayMb')
    isMet &&= ratio <= goals.ratio && mb <= goals.megabytes
    rows.push([`${connections}, ${name}`, ...besideCells(usualRound, besideRound), decimals(mb, 0)])
    console.error(...(rows.at(-1) ?? []))
  }
}
const head = ['connections, runs', ...besideHead, '+ MB']
const text = [
  table(head, rows),
  '',
  `Misses of one tenant beside ${runsAtOnce} runs of another, medians of ${rounds} rounds of ${seconds} s; the goals are ${goals.ratio} and ${goals.megabytes} MB. ` +
    `The memory is what the processes of the runs take at most, and the gateway’s median more than without. Load and provider on the same machine: ${describeMachine()}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}.`,
].join('\n')
console.log(text)
if (isWhole) await writeSection('docs/speed-beside.md', 'code-bench', text)
await gateway.stop()
await upstream.stop()
process.exit(isMet ? 0 : 1)
