import { existsSync } from 'node:fs'

/**
 * The memory that a process has resident, in MiB. `RssAnon`: without the files that are mapped, as the program's own, which processes
 * share. NaN where there is no Linux to tell.
 */
export const residentMb = async (pid: number, kind: 'VmRSS' | 'RssAnon' = 'VmRSS'): Promise<number> => {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return Number.NaN
  const found = new RegExp(`${kind}:\\s+(\\d+)`).exec(await Bun.file(status).text())
  return Number(found?.[1] ?? Number.NaN) / 1024
}
