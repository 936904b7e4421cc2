import { existsSync } from 'node:fs'

/** The memory that a process has resident, in MiB. NaN where there is no Linux to tell. */
export const residentMb = async (pid: number): Promise<number> => {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return Number.NaN
  return Number(/VmRSS:\s+(\d+)/.exec(await Bun.file(status).text())?.[1] ?? Number.NaN) / 1024
}
