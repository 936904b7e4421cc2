import { protocolEras } from '../calls/mcp-targets.ts'
import { median } from '../figures/averages.ts'
import { decimals, signed } from './markdown.ts'
import { bareRow } from './rows.ts'
import { type Figures, figuresOf, type Run } from './run.ts'

/** One figure that the gateway is held to, and how it is read from a run. */
interface Goal {
  readonly name: string
  readonly goal: string
  readonly read: (run: Run) => number
  readonly show?: (value: number) => string
}

const [newestEra] = protocolEras
const bare = (run: Run): Figures => figuresOf(run, bareRow)
const throughput = (row: string) => (run: Run) => figuresOf(run, row).perSecond / bare(run).perSecond
const processorTime = (row: string) => (run: Run) => figuresOf(run, row).cpu / bare(run).cpu
const addedAlone = (row: string) => (run: Run) => figuresOf(run, row).aloneP50 - bare(run).aloneP50

const goals: readonly Goal[] = [
  { name: 'throughput of misses / bare proxy', goal: '>= 0.55', read: throughput('gateway, miss') },
  { name: 'throughput of hits / bare proxy', goal: '>= 1.35', read: throughput('gateway, hit') },
  { name: 'throughput of writes / bare proxy', goal: '>= 0.65', read: throughput('gateway, write') },
  {
    name: 'throughput of misses on MongoDB / bare proxy',
    goal: '>= 0.33',
    read: throughput('gateway on MongoDB, miss'),
  },
  { name: 'throughput of hits on MongoDB / bare proxy', goal: '>= 0.62', read: throughput('gateway on MongoDB, hit') },
  { name: 'CPU of a miss / bare proxy', goal: '<= 2.40', read: processorTime('gateway, miss') },
  { name: 'CPU of a hit / bare proxy', goal: '<= 0.90', read: processorTime('gateway, hit') },
  {
    name: 'throughput of tools/call / REST, misses',
    goal: '>= 0.85',
    read: (run) =>
      figuresOf(run, `MCP ${newestEra}, tools/call, miss`).perSecond / figuresOf(run, 'gateway, miss').perSecond,
  },
  {
    name: 'p50 of misses at one connection - bare proxy, ms',
    goal: '<= +0.25',
    read: addedAlone('gateway, miss'),
    show: (value) => signed(value, 2),
  },
  {
    name: 'memory under load, MB',
    goal: '<= 140',
    read: ({ memory }) => memory.underLoad.all,
    show: (value) => decimals(value, 0),
  },
]

/** A row a goal: its name, the goal, each run and their median. */
export const goalRows = (runs: readonly Run[]): string[][] =>
  goals.map(({ name, goal, read, show = (value) => decimals(value, 2) }) => {
    const values = runs.map(read)
    return [name, goal, ...values.map(show), show(median(values))]
  })
