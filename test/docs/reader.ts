import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { folderOnDisk } from '../folders.ts'
import { freePort } from '../free-port.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { copyOfTheRepository } from '../repository-copy.ts'
import { isPrinted } from './command-blocks.ts'
import { root } from './pages.ts'
import { startPostsApi } from './posts-api.ts'

/** The address that the pages show, and HubSpot's. */
const [shownUrl, hubspotUrl] = ['http://localhost:3000', 'https://api.hubapi.com']

export interface CommandsResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Without the folder in which `bun --bun` has a `node` that is Bun. */
const ownPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('/bun-node-'))

/** All of a stranger's PATH: Node with npx, and what every system has. There is no bun, and no `patchbay`. */
const makeBarePath = (folder: string): string => {
  const env = { ...process.env, PATH: ownPath.join(delimiter) }
  const made = Bun.spawnSync(['bash', join(root, '.ci/bare-path'), folder], { env })
  if (!made.success) throw new Error(made.stderr.toString())
  return folder
}

/**
 * `npx bun` without npm, which takes half a second of a core each time. Where bun isn't installed, and for all else, it is npx itself.
 */
const quickNpx = (npx: string): string => `#!/bin/sh
[ "$1" = bun ] && [ -x node_modules/.bin/bun ] || exec "${npx}" "$@"
shift
PATH="$PWD/node_modules/.bin:$PATH" exec node_modules/.bin/bun "$@"
`

const writeProgram = (path: string, text: string): void => writeFileSync(path, text, { mode: 0o755 })

/**
 * Somebody who follows the pages in a copy of the repository. Their gateway is on a free port, and the vendors are servers
 * on loopback, so commands and output are translated between the addresses that the pages show and these. Their PATH is a stranger's. A fresh
 * copy has nothing that is generated, and npm's own npx.
 */
export const createReader = ({ isFresh }: { readonly isFresh: boolean }) => {
  const hubspot = startHubspot({ tokens: ['pat-na1-your-token'] })
  hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' })
  const posts = startPostsApi()
  const folder = copyOfTheRepository({ withGenerated: !isFresh })
  /** What the reader has beside the repository. */
  const machine = folderOnDisk()
  const [bin, aliases] = [makeBarePath(join(machine, 'bare')), join(machine, 'aliases')]
  mkdirSync(aliases)
  writeProgram(join(aliases, 'patchbay'), '#!/bin/sh\nexec npx bun run --silent patchbay "$@"\n')
  const quick = join(machine, 'quick')
  mkdirSync(quick)
  if (!isFresh) writeProgram(join(quick, 'npx'), quickNpx(join(bin, 'npx')))
  const barePath = `${quick}:${bin}`
  const port = freePort()
  const url = `http://localhost:${port}`
  // Vitest sets BASE_URL and NODE_ENV for what it runs; a reader's shell has neither.
  const { BASE_URL: _base, NODE_ENV: _mode, PATH: _path, ...others } = process.env
  const shell = { ...others, PATH: barePath }
  let adminKey = ''
  let gateway: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined

  const asRun = (commands: string): string => commands.replaceAll(shownUrl, url).replaceAll(hubspotUrl, hubspot.origin)
  const asShown = (output: string): string => output.replaceAll(url, shownUrl).replaceAll(hubspot.origin, hubspotUrl)

  /** The gateway refuses an origin for a provider that it doesn't have: `blog` is one when the reader has written it. */
  const providerOrigins = (): string =>
    JSON.stringify({
      hubspot: hubspot.origin,
      ...(existsSync(join(folder, 'providers/blog')) && { blog: posts.origin }),
    })

  const stopGateway = async (): Promise<void> => {
    if (!gateway || gateway.exitCode !== null) return
    // Ctrl-C, which goes to the whole group: the shell, npx, Bun and the server.
    process.kill(-gateway.pid, 'SIGINT')
    await gateway.exited
    gateway = undefined
  }

  /** Starts the gateway, and reads until it has printed what the page shows, or has ended. */
  const startGateway = async (commands: string, shown: string): Promise<CommandsResult> => {
    await stopGateway()
    const started = Bun.spawn(['sh', '-ec', asRun(commands)], {
      cwd: folder,
      env: { ...shell, PORT: String(port), PROVIDER_ORIGINS: providerOrigins() },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
    gateway = started
    let stdout = ''
    let stderr = ''
    const { promise: hasStarted, resolve } = Promise.withResolvers<void>()
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder()
      for await (const chunk of started.stdout) {
        stdout += decoder.decode(chunk, { stream: true })
        if (isPrinted(shown, asShown(stdout))) resolve()
      }
    }
    // Read to its end, or the process would wait for a full pipe.
    const readErrors = async (): Promise<void> => {
      const decoder = new TextDecoder()
      for await (const chunk of started.stderr) stderr += decoder.decode(chunk, { stream: true })
    }
    await Promise.race([hasStarted, Promise.all([read(), readErrors()])])
    adminKey = /pb_admin_[\w-]+/.exec(stdout)?.[0] ?? adminKey
    return { exitCode: started.exitCode, stdout: asShown(stdout), stderr }
  }

  /**
   * `hasAlias`: with the alias that docs/command-line.md defines, which a script of its own doesn't inherit. `first`: a folder of programs
   * before all others. Not spawnSync: HubSpot answers from this process.
   */
  const runCommands = async (
    commands: string,
    { hasAlias = false, first, env }: { hasAlias?: boolean; first?: string; env?: Record<string, string> } = {},
  ): Promise<CommandsResult> => {
    const path = [...(first ? [first] : []), ...(hasAlias ? [aliases] : []), barePath].join(delimiter)
    const child = Bun.spawn(['sh', '-ec', asRun(commands)], {
      cwd: folder,
      env: {
        ...shell,
        PATH: path,
        ADMIN_KEY: adminKey,
        PATCHBAY_ADMIN_KEY: adminKey,
        PATCHBAY_URL: url,
        ...env,
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    return { exitCode, stdout: asShown(stdout), stderr }
  }

  /** Commands at a terminal, which `type` answers by what was shown since its last answer. */
  const runAtTerminal = async (
    commands: string,
    {
      first,
      env,
      type,
    }: {
      first: string
      env?: Record<string, string>
      type: (shown: string) => string | undefined
    },
  ): Promise<CommandsResult> => {
    const decoder = new TextDecoder()
    let shown = ''
    let begin = 0
    const child = Bun.spawn(['sh', '-ec', asRun(commands)], {
      cwd: folder,
      env: { ...shell, PATH: [first, barePath].join(delimiter), TERM: 'xterm', NO_COLOR: '1', ...env },
      terminal: {
        // What is shown is in one line.
        cols: 10_000,
        rows: 50,
        data(terminal, bytes) {
          shown += decoder.decode(bytes, { stream: true })
          const text = type(Bun.stripANSI(shown.slice(begin)))
          if (text === undefined) return
          begin = shown.length
          terminal.write(text)
        },
      },
    })
    const exitCode = await child.exited
    child.terminal?.close()
    return { exitCode, stdout: asShown(Bun.stripANSI(shown)), stderr: '' }
  }

  return {
    folder,
    machine,
    port,
    url,
    hubspot,
    adminKey: () => adminKey,
    stopGateway,
    startGateway,
    runCommands,
    runAtTerminal,
    async leave(): Promise<void> {
      await stopGateway()
      await hubspot.stop()
      await posts.stop()
      for (const each of [folder, machine]) rmSync(each, { recursive: true, force: true })
    },
  }
}

export type Reader = ReturnType<typeof createReader>
