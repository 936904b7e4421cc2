import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sumsFile } from './create-backup.ts'
import { readTarHeader, tarBlock } from './tar.ts'

/** What a backup holds, and nothing else: an archive decides no other path. */
const databases = ['patchbay.sqlite', 'patchbay.sqlite-wal', 'audit.sqlite', 'audit.sqlite-wal']

const sliceBytes = 1 << 20

const endsEarly = (path: string): Error => new Error(`${path} ends early: the backup was interrupted; make another one`)

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
    close: () => file.close(),
  }
}

type Reader = Awaited<ReturnType<typeof openReader>>

/** Hands over the bytes of an entry, piece by piece, and skips what fills its last block. */
const readEntry = async (reader: Reader, size: number, take: (bytes: Uint8Array) => Promise<void>): Promise<void> => {
  for (let left = size; left > 0; left -= sliceBytes) await take(await reader.read(Math.min(left, sliceBytes)))
  await reader.read((tarBlock - (size % tarBlock)) % tarBlock)
}

const unpackFile = async (reader: Reader, size: number, path: string): Promise<string> => {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    await readEntry(reader, size, async (bytes) => {
      hash.update(bytes)
      await file.write(bytes)
    })
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/**
 * Unpacks a backup into an empty folder, and compares each file with its checksum. `onFile` is called before each file. Throws Error
 * for the operator when the archive is damaged, ends early, or is none of ours.
 */
export const unpackBackup = async (path: string, folder: string, onFile: (name: string) => void): Promise<void> => {
  const reader = await openReader(path)
  try {
    const found = new Map<string, string>()
    for (;;) {
      const entry = readTarHeader(await reader.read(tarBlock))
      if (!entry) throw endsEarly(path)
      const { name, size } = entry
      if (name === sumsFile) {
        let sums = ''
        await readEntry(reader, size, async (bytes) => {
          sums += new TextDecoder().decode(bytes)
        })
        const wanted = databases.map((each) => `${found.get(each)}  ${each}\n`).join('')
        if (sums !== wanted) throw new Error(`${path} is damaged: its files aren't those that were backed up`)
        return
      }
      if (!databases.includes(name) || found.has(name)) throw new Error(`${path} is not a backup of Patchbay`)
      onFile(name)
      found.set(name, await unpackFile(reader, size, join(folder, name)))
    }
  } finally {
    await reader.close()
  }
}
