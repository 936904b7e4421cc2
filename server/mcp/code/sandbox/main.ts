/** The process in which code runs. It has none of our environment, no files and no network of ours, and ends with the gateway. */
import { inBackground } from '@patchbay/core/in-background'
import { readLines } from './lines.ts'
import type { FromSandbox, RunEnd, ToSandbox } from './messages.ts'
import { type SandboxRun, startRun } from './sandbox.ts'

const output = Bun.stdout.writer()
const say = (message: FromSandbox): void => {
  output.write(`${JSON.stringify(message)}\n`)
  output.flush()
}

const none = Promise.resolve(undefined)
let run: Promise<SandboxRun | undefined> = none
/** True if the memory of the previous run is still there. */
let isUsed = false
let isFirst = true

const giveBack = (): void => {
  if (isUsed) Bun.gc(true)
  isUsed = false
}
/** Beyond that the memory is given back with the process: a collection may leave it until the next run has its own. */
const mostIdleBytes = process.memoryUsage.rss() + 32 * 2 ** 20
const end = (message: RunEnd): void => {
  say({ ...message, isSpent: message.isSpent || process.memoryUsage.rss() > mostIdleBytes })
  run = none
  isUsed = true
  setTimeout(giveBack)
}

const take = (message: ToSandbox): void => {
  if (message.kind === 'run') {
    giveBack()
    const send = (id: number, json: string) => say({ kind: 'call', id, json })
    const rest = (results: number) => say({ kind: 'rest', results })
    const unfit = () => say({ kind: 'unfit' })
    run = startRun(message, { send, rest, end, unfit }, isFirst)
    isFirst = false
  } else
    inBackground(
      run.then((begun) => (message.kind === 'park' ? begun?.park(message) : begun?.settle(message))),
      'settle_call',
    )
}

say({ kind: 'ready' })
for await (const line of readLines(Bun.stdin.stream(), Number.POSITIVE_INFINITY)) take(JSON.parse(line))
process.exit()
