import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sumsFile, tagFile } from './create-backup.ts'
import { readTarHeader, type TarEntry, tarBlock } from './tar.ts'

/** The only paths that a backup may hold: an archive decides no others. */
const databases = ['patchbay.sqlite', 'patchbay.sqlite-wal', 'audit.sqlite', 'audit.sqlite-wal']

const sliceBytes = 1 << 20
/** A key id, a colon, 64 hex digits and the end of the line. */
const mostTagBytes = 32 + 1 + 64 + 1

const endsEarly = (path: string): Error => new Error(`${path} ends early: the backup was interrupted; make another one`)

export const noBackup = (path: string): Error => new Error(`${path} is not a backup of Patchbay`)

/** Reads a file from its begin to its end. */
const openReader = async (path: string) => {
  const file = await open(path, 'r')
  return {
    /** Throws Error where the file ends before. */
    async read(bytes: number): Promise<Uint8Array> {
      const buffer = new Uint8Array(bytes)
      for (let at = 0; at < bytes; ) {
        const { bytesRead } = await file.read(buffer, at, bytes - at)
        if (bytesRead === 0) throw endsEarly(path)
        at += bytesRead
      }
      return buffer
    },
    /** True if only zeros are left. */
    async isBlank(): Promise<boolean> {
      const buffer = new Uint8Array(sliceBytes)
      for (;;) {
        const { bytesRead } = await file.read(buffer)
        if (bytesRead === 0) return true
        if (buffer.subarray(0, bytesRead).some((byte) => byte !== 0)) return false
      }
    },
    close: () => file.close(),
  }
}

type Reader = Awaited<ReturnType<typeof openReader>>

/** Hands over the bytes of an entry, piece by piece, and skips what fills its last block. */
const readEntry = async (reader: Reader, size: number, take: (bytes: Uint8Array) => unknown): Promise<void> => {
  for (let left = size; left > 0; left -= sliceBytes) await take(await reader.read(Math.min(left, sliceBytes)))
  await reader.read((tarBlock - (size % tarBlock)) % tarBlock)
}

const unpackFile = async (reader: Reader, size: number, path: string): Promise<string> => {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    await readEntry(reader, size, async (bytes) => {
      hash.update(bytes)
      await file.writeFile(bytes)
    })
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** The text of a small entry; `undefined`: it has another length. */
const readText = async (
  reader: Reader,
  { size }: TarEntry,
  least: number,
  most: number,
): Promise<string | undefined> => {
  if (size < least || size > most) return undefined
  let text = ''
  await readEntry(reader, size, (bytes) => {
    text += new TextDecoder().decode(bytes)
  })
  return text
}

/** The proof that an unpacked backup is as it was made. */
export interface BackupProof {
  readonly sums: string
  /** The HMAC of the checksums, as it stands in the archive; `undefined`: there is none. */
  readonly tag: string | undefined
}

/**
 * Unpacks a backup into an empty folder, and compares each file with its checksum. `onFile` is called before each file. Throws Error
 * for the operator when the archive is damaged, ends early, or is none of ours: it holds the databases, their checksums and the HMAC of
 * these, in this order, each once, and nothing else.
 */
export const unpackBackup = async (
  path: string,
  folder: string,
  onFile: (name: string) => void,
): Promise<BackupProof> => {
  const reader = await openReader(path)
  const readHeader = async (): Promise<TarEntry | undefined> => {
    const entry = readTarHeader(await reader.read(tarBlock))
    if (entry && !entry.isPlain) throw noBackup(path)
    return entry
  }
  /** The proof, of which `entry` is the first file. */
  const readProof = async (entry: TarEntry, wanted: string): Promise<BackupProof> => {
    const sums = await readText(reader, entry, wanted.length, wanted.length)
    if (sums !== wanted) throw new Error(`${path} is damaged: its files aren't those that were backed up`)
    const next = await readHeader()
    if (next && next.name !== tagFile) throw noBackup(path)
    const tag = next && (await readText(reader, next, 0, mostTagBytes))
    if (next && (tag === undefined || (await readHeader()))) throw noBackup(path)
    if (!(await reader.isBlank())) throw noBackup(path)
    return { sums, tag: tag?.trimEnd() }
  }
  try {
    const sums = new Map<string, string>()
    for (;;) {
      const entry = await readHeader()
      if (!entry) throw endsEarly(path)
      const { name, size } = entry
      if (name === sumsFile)
        return await readProof(entry, databases.map((each) => `${sums.get(each)}  ${each}\n`).join(''))
      if (!databases.includes(name) || sums.has(name)) throw noBackup(path)
      onFile(name)
      sums.set(name, await unpackFile(reader, size, join(folder, name)))
    }
  } finally {
    await reader.close()
  }
}
