import { createHash } from 'node:crypto'
import type { HeldFile, HeldFiles } from '../store/sqlite/engine/held-files.ts'
import { tarBlock, tarEnd, tarHeader, tarPadding } from './tar.ts'

/** Small, so that calls come in between. */
const sliceBytes = 1 << 18

/** The last file of a backup: the SHA-256 of each of the others, as `sha256sum` writes them. */
export const sumsFile = 'SHA256SUMS'

async function* fileBytes(file: HeldFile, now: Date, onSum: (sum: string) => void): AsyncGenerator<Uint8Array> {
  yield tarHeader(file.name, file.size, now)
  const hash = createHash('sha256')
  for (let at = 0; at < file.size; at += sliceBytes) {
    const slice = await file.slice(at, sliceBytes)
    hash.update(slice)
    yield slice
  }
  onSum(hash.digest('hex'))
}

/**
 * The archive of held files, which are released at its end and when its reader goes away. Their checksums come last, so an archive
 * that ends early has none. The keys aren't in it: a copy of both would give the credentials away.
 */
export async function* backupBytes({ files, release }: HeldFiles, now: Date): AsyncGenerator<Uint8Array> {
  try {
    const sums: string[] = []
    for (const file of files) {
      yield* fileBytes(file, now, (sum) => sums.push(`${sum}  ${file.name}\n`))
      if (file.size % tarBlock > 0) yield tarPadding(file.size)
    }
    const text = new TextEncoder().encode(sums.join(''))
    yield tarHeader(sumsFile, text.length, now)
    yield text
    yield tarPadding(text.length)
    yield tarEnd()
  } finally {
    release()
  }
}
