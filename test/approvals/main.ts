/**
 * `bun test/approvals/main.ts [--cases 10000]`: changes one thing between the question and the yes, in so many cases, and counts what the
 * vendor got. Fails where anything but the stored bytes was sent, or the same twice, or nothing without a reason.
 */
import { parseArgs } from 'node:util'
import { mutations } from './mutate.ts'
import { startMutations } from './mutation-stage.ts'

const { values } = parseArgs({ options: { cases: { type: 'string', default: '10000' } } })
const stage = await startMutations()
const tally = new Map<string, { want: string; cases: number; faults: number }>()
for (let nth = 0; nth < Number(values.cases); nth++) {
  const mutation = mutations[nth % mutations.length]
  if (!mutation) break
  const row = tally.get(mutation.name) ?? { want: mutation.want, cases: 0, faults: 0 }
  const fault = await stage.run(mutation)
  tally.set(mutation.name, { ...row, cases: row.cases + 1, faults: row.faults + (fault ? 1 : 0) })
  if (fault) console.error(`${mutation.name}: ${fault}`)
}
await stage.stop()
console.table([...tally].map(([name, row]) => ({ name, ...row })))
process.exit([...tally.values()].some(({ faults }) => faults > 0) ? 1 : 0)
