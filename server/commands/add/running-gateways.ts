import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { restartSignal } from '../../restart.ts'

/** A gateway of this machine that loads plugins from a folder. */
export interface LocalGateway {
  readonly pid: number
  readonly port: number | undefined
  /** True if it restarts in place when asked to; gateways before this version don't. */
  readonly canRestart: boolean
}

/** A file of Linux about a process; `undefined` if the process belongs to another user or has ended. */
const read = (pid: string, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

const link = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

const real = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

const pluginsOf = (pid: string): string | undefined => {
  const named = read(pid, 'environ')
    ?.split('\0')
    .find((one) => one.startsWith('PLUGINS_DIR='))
    ?.slice('PLUGINS_DIR='.length)
    .trim()
  const cwd = link(`/proc/${pid}/cwd`)
  return named && cwd ? real(resolve(cwd, named)) : undefined
}

/** The ports on which this machine listens, by the inodes of their sockets: proc_pid_net(5) has the state LISTEN as 0A. */
const listeningPorts = (): ReadonlyMap<string, number> =>
  new Map(
    ['net/tcp', 'net/tcp6'].flatMap((file) =>
      (read('self', file) ?? '')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , , state]) => state === '0A')
        .map((fields): [string, number] => [fields[9] ?? '', Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)]),
    ),
  )

const portsOf = (pid: string, listening: ReadonlyMap<string, number>): readonly number[] => {
  const descriptors = (() => {
    try {
      return readdirSync(`/proc/${pid}/fd`)
    } catch {
      return []
    }
  })()
  return descriptors.flatMap((name) => {
    const [, inode = ''] = /^socket:\[(\d+)\]$/.exec(link(`/proc/${pid}/fd/${name}`) ?? '') ?? []
    return listening.get(inode) ?? []
  })
}

/** True if a process has a handler for the signal: proc_pid_status(5) lists them as bits. */
const catches = (pid: string): boolean => {
  const [, mask = '0'] = /^SigCgt:\s*([0-9a-f]+)/m.exec(read(pid, 'status') ?? '') ?? []
  return ((BigInt(`0x${mask}`) >> BigInt(restartSignal.number - 1)) & 1n) === 1n
}

/**
 * The gateways on this machine, as far as this user sees them, whose plugins are in the folder. Linux only; elsewhere
 * the list is empty.
 */
export const findLocalGateways = (folder: string): readonly LocalGateway[] => {
  const wanted = real(folder)
  if (process.platform !== 'linux' || wanted === undefined) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const listening = listeningPorts()
  return pids.flatMap((pid) => {
    if (pluginsOf(pid) !== wanted) return []
    // The process that started it, such as npx, has the same variables and no listener.
    const ports = portsOf(pid, listening)
    return ports.length === 0 ? [] : [{ pid: Number(pid), port: ports[0], canRestart: catches(pid) }]
  })
}

const lookEveryMs = 50
/** A time longer than a stop and a start take. */
const longestRestartMs = 90_000

const waitFor = async (isSo: () => boolean, until: number): Promise<boolean> => {
  while (!isSo()) {
    if (performance.now() > until) return false
    await Bun.sleep(lookEveryMs)
  }
  return true
}

/** Restarts a gateway within its process. True once it runs again; only then does it catch the signal again. */
export const restartLocalGateway = async ({ pid }: LocalGateway): Promise<boolean> => {
  const name = String(pid)
  const until = performance.now() + longestRestartMs
  process.kill(pid, restartSignal.name)
  const hasGone = await waitFor(() => !catches(name), until)
  return hasGone && (await waitFor(() => catches(name) || read(name, 'status') === undefined, until)) && catches(name)
}
