import { createCipheriv, createDecipheriv } from 'node:crypto'

/** The bytes that are sealed together. */
const pieceBytes = 2 ** 16
/** The bytes of an AES-GCM tag (NIST SP 800-38D). */
const tagBytes = 16
const nonceBytes = 12
const cipher = 'aes-256-gcm'

/** The file that sealed bytes are bound to. Each file has a key of its own, so that a position is a nonce that is used once. */
export interface SealedPlace {
  readonly key: Uint8Array
  readonly tenant: string
  readonly id: string
}

interface Piece {
  readonly bytes: Uint8Array
  readonly position: number
  readonly isLast: boolean
}

/**
 * Cuts bytes into pieces of one size, the last of which may be shorter, and is empty where there are no bytes. Each lies in the same
 * memory as the one before: otherwise large files would leave as much garbage.
 */
async function* cutPieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Piece> {
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  let position = 0
  for await (const some of source) {
    for (let offset = 0; offset < some.length; ) {
      // A whole piece waits for the next byte: only then it is known not to be the last one.
      if (filled === size) {
        yield { bytes, position: position++, isLast: false }
        filled = 0
      }
      const end = Math.min(some.length, offset + size - filled)
      bytes.set(some.subarray(offset, end), filled)
      filled += end - offset
      offset = end
    }
  }
  yield { bytes: bytes.subarray(0, filled), position, isLast: true }
}

const nonceOf = ({ position }: Piece): Buffer => {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeBigUInt64BE(BigInt(position), nonceBytes - 8)
  return nonce
}

/** The data that bind a piece to its file, tenant and position, and to being the last. */
const bind = ({ tenant, id }: SealedPlace, { position, isLast }: Piece): Buffer =>
  Buffer.from(JSON.stringify(['file', tenant, id, position, isLast]))

/** Seals a file's bytes with AES-256-GCM, 64 KiB at a time, so that a part can be opened before the rest has come. */
export async function* sealFile(place: SealedPlace, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of cutPieces(bytes, pieceBytes)) {
    const sealing = createCipheriv(cipher, place.key, nonceOf(piece)).setAAD(bind(place, piece))
    // GCM needs no final output: `final` returns nothing.
    yield sealing.update(piece.bytes)
    sealing.final()
    yield sealing.getAuthTag()
  }
}

const openPiece = (place: SealedPlace, piece: Piece): Uint8Array => {
  const { bytes } = piece
  const end = bytes.length - tagBytes
  if (end < 0) throw new Error('the sealed bytes of a file end too early')
  const opening = createDecipheriv(cipher, place.key, nonceOf(piece), { authTagLength: tagBytes })
  opening.setAAD(bind(place, piece)).setAuthTag(bytes.subarray(end))
  const opened = opening.update(bytes.subarray(0, end))
  // Throws if the bytes were changed.
  opening.final()
  return opened
}

/** The bytes of a sealed file. Throws an Error in between if they weren't sealed at this place. */
export async function* openFile(place: SealedPlace, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of cutPieces(sealed, pieceBytes + tagBytes)) {
    const bytes = openPiece(place, piece)
    if (bytes.length > 0) yield bytes
  }
}
