/**
 * Prints what really runs for a miss, a hit, a write, a call over MCP, a connect link that is opened, and a change of the administrator's: the files that a request enters, in order,
 * with their functions, and how often a reader returns to a file. `--json`: the same as data.
 */
import { makeRuns } from './make-runs.ts'
import { printRun } from './print-run.ts'
import { countReturns } from './read-run.ts'
import { countFiles, type ReadableRun } from './readable-run.ts'

const titles = {
  miss: 'A miss',
  hit: 'A hit',
  write: 'A write',
  connect: 'A connect link that is opened',
  mcp: 'A miss over MCP',
  admin: 'A change: a credential is stored',
}

const runs = await makeRuns()
const readable = Object.entries(titles).map(([name, title]): ReadableRun => {
  const run = runs[name as keyof typeof titles]
  return { name, title, returns: Object.fromEntries(countReturns(run)), text: printRun(run) }
})
console.log(
  process.argv.includes('--json')
    ? JSON.stringify(readable)
    : readable.map((run) => `${run.title}: ${countFiles(run)}\n\n${run.text}`).join('\n\n'),
)
