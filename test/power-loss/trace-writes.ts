import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { folderOnDisk } from '../folders.ts'

/** A traced operation of a process on a file. `at`: milliseconds since 1970. */
export type DiskEvent =
  | {
      readonly kind: 'write'
      readonly at: number
      readonly file: string
      readonly offset: number
      readonly bytes: Buffer
    }
  | { readonly kind: 'truncate'; readonly at: number; readonly file: string; readonly size: number }
  /** `id` is the same at its beginning and at its end. */
  | { readonly kind: 'sync'; readonly at: number; readonly file: string; readonly id: number }
  | { readonly kind: 'synced'; readonly at: number; readonly file: string; readonly id: number; readonly ok: boolean }

const syncs = 'fdatasync,fsync'

/** Why no process can be traced here; `undefined`: it can. */
export const missingStrace = (): string | undefined => {
  if (!Bun.which('strace')) return 'strace is not installed'
  const { success, stderr } = Bun.spawnSync(['strace', '-o', '/dev/null', 'true'])
  return success ? undefined : `strace may not be used: ${stderr.toString().trim()}`
}

/**
 * Follows what a running process does to `files`, by strace. `fault`: which of the calls of each thread fail, in strace's
 * words (`fdatasync:error=EIO:when=7+5`: the seventh and then each fifth).
 */
export const traceWrites = async (pid: number, files: readonly string[], fault?: string) => {
  const folder = folderOnDisk()
  const log = join(folder, 'strace')
  const strace = Bun.spawn(
    [
      'strace',
      '-f',
      '-ttt',
      '-y',
      '-xx',
      '-s',
      String(2 ** 21),
      '-o',
      log,
      '-e',
      `trace=pwrite64,pwritev,pwritev2,write,writev,ftruncate,fallocate,${syncs}`,
      ...(fault ? ['-e', `inject=${fault}`] : []),
      ...files.flatMap((file) => ['-P', file]),
      '-p',
      String(pid),
    ],
    { stdout: 'ignore', stderr: 'pipe' },
  )
  const { promise: attached, resolve, reject } = Promise.withResolvers<void>()
  // To its end: strace would die of a pipe that nobody reads.
  const reading = (async () => {
    let said = ''
    for await (const chunk of strace.stderr) {
      said += new TextDecoder().decode(chunk)
      if (said.includes('attached')) resolve()
    }
    reject(new Error(`strace: ${said}`))
  })()
  await attached
  return {
    /** Lets the process go on by itself. */
    async stop(): Promise<readonly DiskEvent[]> {
      strace.kill('SIGINT')
      await Promise.all([strace.exited, reading])
      const events = parse(readFileSync(log, 'latin1'))
      rmSync(folder, { recursive: true })
      return events
    },
  }
}

const callPattern = /^(\w+)\(\d+<([^>]*)>(?:, (.*))?\)\s+= (-?\d+)/
const unhex = (text: string): string =>
  text.replace(/\\x([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** A call that other threads' calls interrupted is in two lines: its beginning counts for writes, both for syncs. */
const parse = (log: string): DiskEvent[] => {
  const events: DiskEvent[] = []
  const begun = new Map<string, { text: string; id: number }>()
  let ids = 0
  for (const line of log.split('\n')) {
    const [, thread = '', seconds = '', text = ''] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? []
    const at = Number(seconds) * 1000
    if (text === '' || text.startsWith('---') || text.startsWith('+++')) continue
    // The process was left while a call was held up.
    if (text.endsWith('<detached ...>')) continue
    if (text.endsWith('<unfinished ...>')) {
      const call = { text: text.slice(0, -' <unfinished ...>'.length), id: ++ids }
      begun.set(thread, call)
      if (/^f(data)?sync/.test(text)) events.push({ kind: 'sync', at, file: fileOf(text), id: call.id })
      continue
    }
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? []
    const first = rest === undefined ? undefined : begun.get(thread)
    const id = first?.id ?? ++ids
    const whole = first ? first.text + rest : text
    const [, name = '', path = '', args = '', result = ''] = callPattern.exec(whole) ?? []
    const file = basename(unhex(path))
    if (name === 'fdatasync' || name === 'fsync') {
      if (!first) events.push({ kind: 'sync', at, file, id })
      events.push({ kind: 'synced', at, file, id, ok: result === '0' })
    } else if (name === 'pwrite64') {
      const [, data = '', offset = ''] = /^"([^"]*)", \d+, (\d+)$/.exec(args) ?? []
      const bytes = Buffer.from(data.replaceAll('\\x', ''), 'hex').subarray(0, Math.max(0, Number(result)))
      events.push({ kind: 'write', at, file, offset: Number(offset), bytes })
    } else if (name === 'ftruncate') {
      if (result === '0') events.push({ kind: 'truncate', at, file, size: Number(args) })
    } else throw new Error(`strace wrote a line that is not understood here: ${line.slice(0, 200)}`)
  }
  return events
}

const fileOf = (text: string): string => basename(unhex(/<([^>]*)>/.exec(text)?.[1] ?? ''))
