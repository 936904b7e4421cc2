import { closeSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

const headerBytes = 32
const frameHeaderBytes = 24
const slicedFrames = 64
/** Its last bit tells the byte order of checksums. */
const magic = 0x377f0682

/** The cumulative checksum of https://sqlite.org/fileformat2.html#checksum_algorithm. */
const createChecksum = (isLittleEndian: boolean) => {
  let [first, second] = [0, 0]
  return {
    add(view: DataView, from: number, end: number): void {
      for (let at = from; at < end; at += 8) {
        first = (first + view.getUint32(at, isLittleEndian) + second) >>> 0
        second = (second + view.getUint32(at + 4, isLittleEndian) + first) >>> 0
      }
    },
    isAt: (view: DataView, at: number): boolean => view.getUint32(at) === first && view.getUint32(at + 4) === second,
  }
}

const toDataView = (buffer: Buffer): DataView => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)

/** The number of frames that a recovery of the write-ahead log would accept (https://sqlite.org/fileformat2.html#walformat). */
export const countFrames = async (path: string): Promise<number> => {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(headerBytes)
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return 0
    const head = toDataView(header)
    if ((head.getUint32(0) & ~1) >>> 0 !== magic) return 0
    const checksum = createChecksum((head.getUint32(0) & 1) === 0)
    checksum.add(head, 0, 24)
    if (!checksum.isAt(head, 24)) return 0

    const frameBytes = frameHeaderBytes + head.getUint32(8)
    const slice = Buffer.alloc(slicedFrames * frameBytes)
    const frames = toDataView(slice)
    for (let count = 0; ; await setImmediate()) {
      const bytes = readSync(file, slice, 0, slice.length, headerBytes + count * frameBytes)
      for (let at = 0; at + frameBytes <= bytes; at += frameBytes, count++) {
        const hasSalts = slice.compare(header, 16, 24, at + 8, at + 16) === 0
        checksum.add(frames, at, at + 8)
        checksum.add(frames, at + frameHeaderBytes, at + frameBytes)
        if (!hasSalts || !checksum.isAt(frames, at + 16)) return count
      }
      if (bytes < slice.length) return count
    }
  } finally {
    closeSync(file)
  }
}
