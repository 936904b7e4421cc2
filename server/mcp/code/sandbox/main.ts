/** The process in which code runs. It has none of our environment, no files and no network of ours, and ends with the gateway. */
import type { FromSandbox, RunEnd, ToSandbox } from './messages.ts'
import { type SandboxRun, startRun } from './sandbox.ts'

const say = (message: FromSandbox): void => {
  process.send?.(message)
}

const none = Promise.resolve(undefined)
let run: Promise<SandboxRun | undefined> = none

/** The memory of the run is given back. */
const end = (message: RunEnd): void => {
  say(message)
  run = none
  setTimeout(() => Bun.gc(true))
}

process.on('message', (message: ToSandbox) => {
  if (message.kind === 'run') run = startRun(message, { send: (id, json) => say({ kind: 'call', id, json }), end })
  else run.then((begun) => begun?.settle(message))
})
process.on('disconnect', () => process.exit())
