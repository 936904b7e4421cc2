import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'

const content = JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: `thing ${id}` })))
const zipped = gzipSync(content)
const decode = (bytes: Uint8Array, most = 1_000_000, coding = 'gzip') =>
  decodeBody(bytes, [coding], most, 'vendor.example')

describe('a body of gzip', () => {
  test.each([
    ['a line', '\r\n'],
    ['a page', '<!-- cached -->'],
    ['zeros', '\0'.repeat(20)],
  ])('with %s behind its end is what is before that', async (_name, behind) => {
    expect(String(await decode(Buffer.concat([zipped, Buffer.from(behind)])))).toBe(content)
  })

  test('of two members is both', async () => {
    expect(String(await decode(Buffer.concat([gzipSync('a'), gzipSync('b')])))).toBe('ab')
  })

  test('that is cut off, or whose checksum is another, is refused', async () => {
    const cut = [zipped.subarray(0, -4), zipped.subarray(0, -8), zipped.subarray(0, 100), zipped.subarray(0, 10)]
    const changed = Buffer.from(zipped)
    changed.writeUInt32LE(1, changed.length - 8)
    const bodies = [...cut, changed, Buffer.concat([changed, Buffer.from('\r\n')]), Buffer.alloc(0)]
    for (const body of bodies) await expect(decode(body)).rejects.toMatchObject({ kind: 'garbled' })
  })

  test('that is larger than allowed is so with something behind its end, too', async () => {
    for (const body of [zipped, Buffer.concat([zipped, Buffer.from('\r\n')])])
      await expect(decode(body, 1000)).rejects.toMatchObject({ kind: 'too-large' })
  })
})

describe('a body that came without its coding', () => {
  test.each(['gzip', 'x-gzip', 'deflate', 'br'])('is its text, though %s is said', async (coding) => {
    for (const text of ['{"name":"Zoë"}', '[]', 'xml, or not', content])
      expect(String(await decode(Buffer.from(text), undefined, coding))).toBe(text)
  })

  test('is within the bound of any', async () => {
    await expect(decode(Buffer.from(content), 1000)).rejects.toMatchObject({ kind: 'too-large' })
  })

  test('is refused where it is no text', async () => {
    for (const bytes of [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('%PDF-1.7\n\0'), Buffer.from('Zo\xeb', 'latin1')])
      await expect(decode(bytes)).rejects.toMatchObject({ kind: 'garbled' })
  })
})
