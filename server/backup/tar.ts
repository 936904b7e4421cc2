import { secondsOf } from '@patchbay/core/time'

/** POSIX ustar archives (pax, IEEE Std 1003.1, "ustar Interchange Format") of plain files, as the backups of the embedded store are. */

const block = 512
const encoder = new TextEncoder()

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

/** The header of a file. Sizes from 8 GiB on are in base 256, as GNU tar writes them. */
export const tarHeader = (name: string, size: number, modified: Date): Uint8Array => {
  const header = new Uint8Array(block)
  const put = (text: string, at: number): void => {
    header.set(encoder.encode(text), at)
  }
  put(name, 0)
  put(octal(0o600, 8), 100)
  put(octal(0, 8), 108)
  put(octal(0, 8), 116)
  if (size < 8 ** 11) put(octal(size, 12), 124)
  else {
    header[124] = 0x80
    new DataView(header.buffer).setBigUint64(128, BigInt(size))
  }
  put(octal(secondsOf(modified), 12), 136)
  put('        ', 148)
  put('0', 156)
  put('ustar\x0000', 257)
  put(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  )
  return header
}

/** The padding of a file's last block. */
export const tarPadding = (size: number): Uint8Array => new Uint8Array((block - (size % block)) % block)

/** The end of the archive, after the last file. */
export const tarEnd = (): Uint8Array => new Uint8Array(2 * block)

export interface TarEntry {
  readonly name: string
  readonly size: number
  /** True for a plain file, whose header holds all of its name and size: no link, no folder, no continued name. */
  readonly isPlain: boolean
}

const textAt = (header: Uint8Array, at: number, length: number): string =>
  new TextDecoder().decode(header.subarray(at, at + length)).replace(/\0.*$/s, '')

const readSize = (header: Uint8Array): number =>
  (header[124] ?? 0) & 0x80
    ? Number(new DataView(header.buffer, header.byteOffset).getBigUint64(128))
    : Number.parseInt(textAt(header, 124, 12), 8)

/** The entry of a header; `undefined`: the archive ends here. Throws Error for what is not a header. */
export const readTarHeader = (header: Uint8Array): TarEntry | undefined => {
  if (header.every((byte) => byte === 0)) return undefined
  const blank = header.map((byte, at) => (at >= 148 && at < 156 ? 0x20 : byte))
  const sum = blank.reduce((total, byte) => total + byte, 0)
  if (Number.parseInt(textAt(header, 148, 8), 8) !== sum) throw new Error('the archive is damaged')
  const size = readSize(header)
  const isFile = textAt(header, 156, 1) === '0' && textAt(header, 345, 155) === '' && textAt(header, 157, 100) === ''
  return { name: textAt(header, 0, 100), size, isPlain: isFile && Number.isSafeInteger(size) }
}

export const tarBlock = block
