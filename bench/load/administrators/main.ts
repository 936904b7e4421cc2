/**
 * `bun run bench:administrators [--rounds 3] [--seconds 2]`: what calls take beside each heavy read of an administrator or a job, over
 * 5,000,000 audit entries on the embedded store, and without. Writes its table in docs/speed-beside.md unless the run is shorter than that.
 * `fill-store.ts` makes the entries before, as that takes minutes.
 */
import { Database } from 'bun:sqlite'
import { cpSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeSection } from '../../../test/docs/page-section.ts'
import { folderOnDisk } from '../../../test/folders.ts'
import { onlyJobs } from '../../../test/gateway.ts'
import { decimals, describeMachine, table } from '../bench/markdown.ts'
import { newSearch } from '../calls/bodies.ts'
import { restCall } from '../calls/call-targets.ts'
import { fire, type Round } from '../calls/fire.ts'
import { median } from '../figures/averages.ts'
import { besideCells, besideHead, medianRound } from '../figures/beside.ts'
import { startGateway } from '../programs/start-gateway.ts'
import { startUpstream } from '../programs/start-upstream.ts'
import { filledTenants } from './audit-entries.ts'
import { filledEntries, fillStore } from './fill-store.ts'
import { type AdminRead, adminReads, rollUpCron, rollUpRead, suggestionsCron } from './reads.ts'

const shortest = { rounds: 3, seconds: 2 }
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(shortest.rounds) },
    seconds: { type: 'string', default: String(shortest.seconds) },
    entries: { type: 'string', default: String(filledEntries) },
    only: { type: 'string', default: '' },
    tree: { type: 'string' },
  },
})
const [rounds, seconds, entries] = [Number(values.rounds), Number(values.seconds), Number(values.entries)]
const { tree, only } = values
const isWhole =
  rounds >= shortest.rounds && seconds >= shortest.seconds && entries >= filledEntries && only === '' && !tree
const connections = 64
const everyMinute = '* * * * *'

/** Lets the reads run while the load lasts. The reader's own process takes no time from the calls. */
const startReading = ({ method, path, body, atOnce = 1 }: AdminRead, url: string, key: string) => {
  const args = [url, key, method, path, ...(body ? [JSON.stringify(body)] : [])]
  const children = Array.from({ length: atOnce }, () => {
    const child = Bun.spawn([process.execPath, join(import.meta.dirname, 'read-loop.ts'), ...args], {
      stdout: 'pipe',
      stderr: 'inherit',
    })
    setPriority(child.pid, 15)
    return child
  })
  return async (): Promise<readonly number[]> => {
    const failed = children.filter(({ exitCode }) => exitCode !== null)
    for (const child of children) child.kill('SIGKILL')
    if (failed.length > 0) throw new Error(`${method} ${path} failed`)
    const printed = await Promise.all(children.map((child) => child.stdout.text()))
    return printed.flatMap((text) => text.split('\n').slice(0, -1).map(Number))
  }
}

interface Beside {
  readonly name: string
  readonly without: Round
  readonly with: Round
  /** The median duration of the reads that ended; NaN: none did. */
  readonly readMs: number
}

const upstream = await startUpstream()

/** A gateway on a copy of the filled store, with the tenants that the entries name. */
const startOn = async (filled: string, usageRollUp: string) => {
  const dataDir = folderOnDisk()
  cpSync(filled, dataDir, { recursive: true })
  if (usageRollUp === rollUpCron) {
    const audit = new Database(join(dataDir, 'audit.sqlite'))
    audit.run('DELETE FROM roll_ups')
    audit.close(true)
  }
  const gateway = await startGateway(
    {
      ...upstream.environment,
      DATA_DIR: dataDir,
      CRONS: onlyJobs({ suggestions: suggestionsCron, 'usage-roll-up': usageRollUp }),
    },
    tree === undefined ? {} : { tree },
  )
  for (let nth = 0; nth < filledTenants; nth++) await gateway.seed(`tenant-${nth}`, { hubspot: 'bench-provider-token' })
  return {
    ...gateway,
    async stop(): Promise<void> {
      await gateway.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Started = Awaited<ReturnType<typeof startOn>>

const load = ({ url }: Started, length: number): Promise<Round> =>
  fire({ ...restCall(url, newSearch), connections, seconds: length })

const measure = async (gateway: Started, read: AdminRead): Promise<Beside> => {
  const [without, beside]: [Round[], Round[]] = [[], []]
  const readMs: number[] = []
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`\r\x1b[K${read.name}, round ${round} of ${rounds}`)
    without.push(await load(gateway, seconds))
    const stopReading = startReading(read, gateway.url, gateway.adminKey)
    // Bun starts within this time.
    await Bun.sleep(300)
    beside.push(await load(gateway, seconds))
    readMs.push(...(await stopReading()))
  }
  return { name: read.name, without: medianRound(without), with: medianRound(beside), readMs: median(readMs) }
}

const filled = await fillStore(entries)
const measured: Beside[] = []
const measureAll = async (reads: readonly AdminRead[], usageRollUp: string): Promise<void> => {
  const wanted = reads.filter(({ name }) => name.includes(only))
  if (wanted.length === 0) return
  const gateway = await startOn(filled, usageRollUp)
  await load(gateway, 2)
  for (const read of wanted) measured.push(await measure(gateway, read))
  await gateway.stop()
}
await measureAll(adminReads, everyMinute)
await measureAll([rollUpRead], rollUpCron)
process.stderr.write('\r\x1b[K')

const rows = measured.map(({ name, without, with: beside, readMs }) => [
  name,
  decimals(readMs, readMs < 100 ? 1 : 0),
  ...besideCells(without, beside),
])
const head = ['read', 'ms', ...besideHead]
const markdown = [
  table(head, rows),
  '',
  `Misses at ${connections} connections, medians of ${rounds} rounds of ${seconds} s without and beside each read, which is sent again as soon as it is answered; ` +
    `${entries.toLocaleString('en')} audit entries of 30 days, a fifth of them of one tenant; load, provider and reader on the same machine: ${describeMachine()}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}.`,
].join('\n')
console.log(markdown)
if (isWhole) await writeSection('docs/speed-beside.md', 'administrators', markdown)

await upstream.stop()
process.exit(0)
