import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openFile, sealFile } from './seal-file.ts'

const place = { key: randomBytes(32), tenant: 'acme', id: 'one' }

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const gather = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const sealed = (bytes: Uint8Array, chunk = 1000): Promise<Buffer> => gather(sealFile(place, inChunks(bytes, chunk)))
const opened = (bytes: Uint8Array, at = place, chunk = 777): Promise<Buffer> =>
  gather(openFile(at, inChunks(bytes, chunk)))

it.each([
  [0, 1000],
  [1, 1000],
  [65_535, 65_535],
  [65_536, 65_536],
  [65_537, 65_536],
  [131_072, 1000],
  [200_000, 131_072],
  [200_000, 500_000],
])('%i bytes that come %i at a time are the same when they are opened', async (length, chunk) => {
  const bytes = randomBytes(length)
  const sealedBytes = await sealed(bytes, chunk)
  expect(sealedBytes.length).toBe(length + 16 * Math.max(1, Math.ceil(length / 65_536)))
  expect((await opened(sealedBytes)).equals(bytes)).toBe(true)
})

it.each<[string, (sealedBytes: Buffer) => Buffer, Partial<typeof place>]>([
  ['cut off after a piece', (sealedBytes) => sealedBytes.subarray(0, 65_552), {}],
  ['cut off within a piece', (sealedBytes) => sealedBytes.subarray(0, 70_000), {}],
  ['cut off to nothing', (sealedBytes) => sealedBytes.subarray(0, 0), {}],
  ['longer than they were', (sealedBytes) => Buffer.concat([sealedBytes, Buffer.alloc(65_552)]), {}],
  [
    'with pieces in another order',
    (sealedBytes) =>
      Buffer.concat([
        sealedBytes.subarray(65_552, 131_104),
        sealedBytes.subarray(0, 65_552),
        sealedBytes.subarray(131_104),
      ]),
    {},
  ],
  [
    'with a changed bit',
    (sealedBytes) => Buffer.from(sealedBytes).fill((sealedBytes[100_000] ?? 0) ^ 1, 100_000, 100_001),
    {},
  ],
  ['of another file', (sealedBytes) => sealedBytes, { id: 'two' }],
  ['of another tenant', (sealedBytes) => sealedBytes, { tenant: 'other' }],
  ['under another key', (sealedBytes) => sealedBytes, { key: randomBytes(32) }],
])('bytes %s are not opened to their end', async (_what, change, at) => {
  const sealedBytes = await sealed(randomBytes(200_000))
  await expect(opened(change(sealedBytes), { ...place, ...at })).rejects.toThrow()
})

it('a piece is given out before the bytes behind it have come', async () => {
  const sealedBytes = await sealed(randomBytes(200_000))
  async function* never(): AsyncGenerator<Uint8Array> {
    yield sealedBytes.subarray(0, 65_553)
    throw new Error('more was read than was needed')
  }
  const pieces = openFile(place, never())
  expect((await pieces.next()).value).toHaveLength(65_536)
})
