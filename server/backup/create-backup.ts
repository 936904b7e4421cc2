import { createHash } from 'node:crypto'
import type { Vault } from '@patchbay/core/vault'
import type { HeldFile, HeldFiles } from '../store/sqlite/engine/held-files.ts'
import { tarBlock, tarEnd, tarHeader, tarPadding } from './tar.ts'

/** Small, so that calls come in between. */
const sliceBytes = 1 << 18

/** The SHA-256 of each of the files before, as `sha256sum` writes them. */
export const sumsFile = 'SHA256SUMS'
/** The last file of a backup: who changes the others can make their checksums anew, but not this HMAC of them. */
export const tagFile = 'SHA256SUMS.hmac'
/** The purpose of the HMAC. */
export const tagPurpose = 'backup'

function* smallFile(name: string, content: string, now: Date): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(content)
  yield tarHeader(name, bytes.length, now)
  yield bytes
  yield tarPadding(bytes.length)
}

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
 * The archive of held files, which are released at its end and when its reader goes away. Their checksums come last, with the HMAC, so an
 * archive that ends early has none. The keys aren't in it: a copy of both would give the credentials away.
 */
export async function* backupBytes(
  { files, release }: HeldFiles,
  { authenticate }: Pick<Vault, 'authenticate'>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  try {
    const sums: string[] = []
    for (const file of files) {
      yield* fileBytes(file, now, (sum) => sums.push(`${sum}  ${file.name}\n`))
      if (file.size % tarBlock > 0) yield tarPadding(file.size)
    }
    const text = sums.join('')
    yield* smallFile(sumsFile, text, now)
    yield* smallFile(tagFile, `${authenticate(tagPurpose, text)}\n`, now)
    yield tarEnd()
  } finally {
    release()
  }
}
