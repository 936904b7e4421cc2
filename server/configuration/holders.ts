import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** The result of `read`; `undefined` if the system has no such file, or doesn't let this process read it. */
const readable = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** A process for a person: never its arguments, which may hold secrets. */
const described = (pid: string): string => {
  const name = readable(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  const folder = readable(() => readlinkSync(`/proc/${pid}/cwd`))
  const more = [name, folder && `in ${folder}`].filter((text) => text)
  return [`process ${pid}`, ...more].join(', ')
}

/** True if the process has a descriptor of one of `targets`, as `/proc/<pid>/fd` writes them (proc_pid_fd(5)). */
const holds = (pid: string, targets: readonly string[]): boolean => {
  const descriptors = readable(() => readdirSync(`/proc/${pid}/fd`)) ?? []
  return descriptors.some((fd) => targets.includes(readable(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ''))
}

/** Other processes that hold one of `targets`, as far as this user may see them. Empty on systems without `/proc`. */
const findHolders = (targets: readonly string[]): string | undefined => {
  if (targets.length === 0) return undefined
  const pids = (readable(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name))
  const holders = pids.filter((pid) => Number(pid) !== process.pid && holds(pid, targets)).map(described)
  return holders.length > 0 ? holders.join(' and ') : undefined
}

/** The inodes of the sockets that listen on a port (proc_net(5)). */
const listeningSockets = (port: number): string[] =>
  ['tcp', 'tcp6'].flatMap((protocol) => {
    const [, ...rows] = (readable(() => readFileSync(`/proc/net/${protocol}`, 'utf8')) ?? '').split('\n')
    return rows.flatMap((row) => {
      const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/)
      const isListening = state === '0A' && Number.parseInt(local.split(':')[1] ?? '', 16) === port
      return isListening ? [`socket:[${inode}]`] : []
    })
  })

/**
 * The process that listens on a port, for an error message: `process 17, bun, in /srv/patchbay`. `undefined`: it can't be known.
 */
export const portHolder = (port: number): string | undefined => findHolders(listeningSockets(port))

/** The process that has a file open, for an error message. */
export const fileHolder = (path: string): string | undefined => {
  const target = readable(() => realpathSync(path))
  return target === undefined ? undefined : findHolders([target])
}
