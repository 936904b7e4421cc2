/**
 * `bun run bench:tool-servers [--rounds 3] [--seconds 3]`: what the calls of other tenants take while one keeps calling an MCP server that doesn't
 * answer, answers without an end, or fails. Writes its table in docs/speed-beside.md unless the run is shorter than that.
 */
import { rmSync } from 'node:fs'
import { givenAnswers } from '../../codegen/add/dialog.ts'
import { addProvider } from '../../codegen/add/index.ts'
import { tokenOf } from '../../test/client.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { folderOnDisk } from '../../test/folders.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { describeMachine, table } from './bench/markdown.ts'
import { newSearch } from './calls/bodies.ts'
import { restCall } from './calls/call-targets.ts'
import { fire, type Round } from './calls/fire.ts'
import { besideCells, besideHead, medianRound } from './figures/beside.ts'
import { readRounds } from './figures/rounds.ts'
import type { Badness } from './programs/bad-tool.ts'
import { benchTenant } from './programs/start-gateway.ts'
import { startProgram } from './programs/start-program.ts'
import { startUpstream } from './programs/start-upstream.ts'

const { rounds, seconds, isWhole } = readRounds({ rounds: 3, seconds: 3 })
const goal = 2
/** Callers of the bad server, who call again this long after they were answered. */
const callers = 16
const pauseMs = 250
const busy = 'busy'

const kinds: Readonly<Record<Badness, string>> = {
  silent: 'that does not answer',
  flooding: 'that answers without an end',
  failing: 'that fails at once',
}
const badServers = await Promise.all(
  Object.keys(kinds).map(async (id) => ({
    id: id as Badness,
    program: await startProgram('bad-tool-server.ts', [id]),
  })),
)
const folder = folderOnDisk()
process.env.ALLOWED_PRIVATE_HOSTS = '127.0.0.1'
for (const { id, program } of badServers) {
  const given = `${program.origin}/mcp`
  await addProvider({ given, id, folder, included: [], dialog: givenAnswers({}, true), say: () => {} })
}
const upstream = await startUpstream()
const gateway = await startServerProcess({
  env: { ...upstream.environment, PLUGINS_DIR: folder, ALLOWED_PRIVATE_HOSTS: '127.0.0.1', CALLS_PER_MINUTE: '0' },
})
if (gateway.url === '') throw new Error(gateway.output.stdout + gateway.output.stderr)
await gateway.seed(benchTenant, { hubspot: 'bench-provider-token' })
await gateway.seed(busy, Object.fromEntries(badServers.map(({ id }) => [id, null])))

/** Keeps calls of one bad server under way. Resolves with their number once it is told to stop. */
const keepCalling = (domain: Badness) => {
  const stopped = new AbortController()
  let ended = 0
  const keep = async (caller: number): Promise<void> => {
    while (!stopped.signal.aborted) {
      const answer = await fetch(`${gateway.url}/api/v1/${busy}/${domain}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokenOf(busy)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ action: 'look', result_fields: [`n${caller}`] }),
        signal: stopped.signal,
      }).catch(() => undefined)
      if (answer?.status === 200) throw new Error('a bad server has answered')
      if (answer?.status === 400) throw new Error(`the call did not reach the bad server: ${await answer.text()}`)
      if (answer) ended++
      await Bun.sleep(pauseMs)
    }
  }
  const all = Promise.all(Array.from({ length: callers }, (_, caller) => keep(caller)))
  return async (): Promise<number> => {
    stopped.abort()
    await all
    return ended
  }
}

const load = (connections: number): Promise<Round> =>
  fire({ ...restCall(gateway.url, newSearch), connections, seconds })

const rows: string[][] = []
let isMet = true
await load(8)
for (const connections of [8, 64]) {
  for (const { id } of badServers) {
    const [without, beside]: [Round[], Round[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      without.push(await load(connections))
      const stop = keepCalling(id)
      // The connection is opened, and its places are taken, within this time.
      await Bun.sleep(500)
      beside.push(await load(connections))
      await stop()
    }
    const [usualRound, besideRound] = [medianRound(without), medianRound(beside)]
    const ratio = besideRound.p99 / usualRound.p99
    isMet &&= ratio <= goal
    rows.push([`${connections}, ${kinds[id]}`, ...besideCells(usualRound, besideRound)])
    console.error(...(rows.at(-1) ?? []))
  }
}
const head = ['connections, a server', ...besideHead]
const text = [
  table(head, rows),
  '',
  `Misses of one tenant beside ${callers} callers of another, who call again ${pauseMs} ms after they were answered; medians of ${rounds} rounds of ${seconds} s; the goal is ${goal}. ` +
    `Load, provider and server on the same machine: ${describeMachine()}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}.`,
].join('\n')
console.log(text)
if (isWhole) await writeSection('docs/speed-beside.md', 'tool-servers-bench', text)
await gateway.stop()
await upstream.stop()
for (const { program } of badServers) await program.stop()
rmSync(folder, { recursive: true })
process.exit(isMet ? 0 : 1)
