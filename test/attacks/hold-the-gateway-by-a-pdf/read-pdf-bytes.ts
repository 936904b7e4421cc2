import { Readable } from 'node:stream'
import type { KeptFile } from '@patchbay/core/files'
import { afterAll, expect } from 'vitest'
import { createReadPdf } from '../../../server/mcp/files/pdf/read-pdf.ts'

const reader = createReadPdf()
afterAll(() => reader.close())

let ids = 0
const pieceBytes = 2 ** 16

/** The text of a PDF, as the gateway reads it. */
export const readPdfBytes = (bytes: Uint8Array) =>
  reader.read({ id: String(ids++), bytes: bytes.length } as KeptFile, async () => {
    const count = Math.ceil(bytes.length / pieceBytes)
    return Readable.from(Array.from({ length: count }, (_, n) => bytes.slice(n * pieceBytes, (n + 1) * pieceBytes)))
  })

/** Expects that a PDF is refused in words, and that the gateway holds nothing of what reading it took. */
export const expectRefused = async (bytes: Uint8Array): Promise<void> => {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  await expect(readPdfBytes(bytes)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(100)
}
