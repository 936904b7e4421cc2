import { existsSync, rmSync } from 'node:fs'
import { createClient } from './client.ts'
import { leaveStoreFolder, takeStoreFolder, temporaryFolder, testAdminKey, testEnvironment } from './gateway.ts'

const adminKeyPattern = /pb_admin_[A-Za-z0-9_-]+/
const urlPattern = /listens on (\S+)/
/** The log line of a fault that nobody foresaw. */
const faultPattern = /^.*"work":"(unhandled|exception)".*$/m

/** The server as its users start it: its own process, told by its environment, read by what it prints. Its end fails where it had a fault. */
export const startServerProcess = async ({
  env = {},
  dataDir: earlier,
  cwd = `${import.meta.dirname}/..`,
  script = 'server/main.ts',
  args = [],
  preload,
  adminKey,
  under = [],
  program,
  hasFaults = false,
}: {
  env?: Readonly<Record<string, string>>
  dataDir?: string
  cwd?: string
  /** Another one that prints the same banner. */
  script?: string
  args?: readonly string[]
  /** Runs in the process before the script. */
  preload?: string
  /** The key that an earlier start on `dataDir` has shown. */
  adminKey?: string | undefined
  /** A command that runs the one behind it, such as `prlimit`. */
  under?: readonly string[]
  /** An installed program, in place of Bun with the script. */
  program?: string
  /** Faults that nobody foresaw are what the test is about. */
  hasFaults?: boolean
} = {}) => {
  const hasOwnDatabase = env.MONGODB_URI === undefined
  const dataDir = earlier ?? (hasOwnDatabase ? await takeStoreFolder() : temporaryFolder())
  const run = program === undefined ? [process.execPath, ...(preload ? ['--preload', preload] : []), script] : [program]
  const child = Bun.spawn([...under, ...run, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...testEnvironment(dataDir), LOG_LEVEL: 'error', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = { stdout: '', stderr: '' }
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  let waiting = true
  const read = async (stream: ReadableStream<Uint8Array>, name: keyof typeof output): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      output[name] += decoder.decode(chunk, { stream: true })
      // Searching a text that grows with every log line would cost more than what a bench measures.
      if (!waiting || !/help: /.test(output.stdout)) continue
      waiting = false
      resolve()
    }
  }
  const reading = Promise.all([read(child.stdout, 'stdout'), read(child.stderr, 'stderr')])
  await Promise.race([listening, child.exited])
  const [, url = ''] = urlPattern.exec(output.stdout) ?? []

  /** Ends the process and answers its exit code. */
  const end = async (signal: NodeJS.Signals): Promise<number> => {
    child.kill(signal)
    const code = await child.exited
    await reading
    const [fault] = faultPattern.exec(output.stdout) ?? []
    if (fault !== undefined && !hasFaults) throw new Error(`the gateway had a fault: ${fault}`)
    return code
  }
  const key = adminKey ?? adminKeyPattern.exec(output.stdout)?.[0] ?? testAdminKey
  return {
    ...createClient(url, key),
    adminKey: key,
    child,
    output,
    dataDir,
    end,
    exited: child.exited.then(async (code) => reading.then(() => code)),
    async stop(): Promise<void> {
      try {
        await end('SIGKILL')
      } finally {
        // A server that was started anew on its data is stopped twice.
        if (existsSync(dataDir)) {
          if (hasOwnDatabase) leaveStoreFolder(dataDir)
          else rmSync(dataDir, { recursive: true })
        }
      }
    },
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>
