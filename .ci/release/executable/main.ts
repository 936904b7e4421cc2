/**
 * The program of the single file, which holds Bun and, packed, all that a gateway loads. That is unpacked once for each version, because
 * the gateway starts threads and processes from files of their own.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The version with a digest of what is packed; defined when this is compiled. */
declare const RELEASE: string

const { UNPACK_DIR, XDG_CACHE_HOME } = process.env
const folder = join(UNPACK_DIR || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'patchbay'), RELEASE)

/** Another process may unpack at the same time: the first that is done wins. */
const unpack = async (): Promise<void> => {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  const [packed] = Bun.embeddedFiles
  if (!packed) throw new Error('This program was built without the gateway')
  const made = mkdtempSync(`${folder}-`)
  try {
    await new Bun.Archive(packed).extract(made)
    if (!existsSync(folder)) renameSync(join(made, 'package'), folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** The gateway starts its processes as this program with a module of its own. */
const ownProcess = /[\\/]server[\\/]generated[\\/]bundle[\\/]((code|pdf)[\\/]main|import[\\/]compare-main)\.js$/

/** The name of this file in messages: from the PATH, from the folder, or the whole path. */
const findName = (): string => {
  const name = basename(process.execPath)
  if (Bun.which(name) === process.execPath) return name
  return dirname(process.execPath) === process.cwd() ? `./${name}` : process.execPath
}

const [first = ''] = process.argv.slice(2)
if (ownProcess.test(first)) await import(first)
else {
  process.env.PATCHBAY_PROGRAM ??= findName()
  if (!existsSync(folder)) await unpack()
  await import(join(folder, 'server/generated/bundle/main.js'))
}
