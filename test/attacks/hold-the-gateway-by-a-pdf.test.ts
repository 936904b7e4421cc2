// Test lanes: slow

/** A PDF is a program for its reader. What it makes of the reader must end with the process that reads it. */
import { describe, expect, it } from 'vitest'
import { makePdf, makePdfBomb } from '../files/make-pdf.ts'
import { expectRefused, readPdfBytes } from './hold-the-gateway-by-a-pdf/read-pdf-bytes.ts'

/** Documents that make their reader take memory, or call itself, without end. */
const hostile: Record<string, () => Buffer> = {
  'unpacks to a gigabyte': () => makePdfBomb(2 ** 30),
  'has pages in a circle': () =>
    Buffer.from(
      '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >> endobj\ntrailer << /Root 1 0 R /Size 3 >>\n%%EOF\n',
    ),
  'nests brackets without end': () =>
    Buffer.from(`%PDF-1.4\n1 0 obj ${'['.repeat(2_000_000)} endobj\ntrailer << /Root 1 0 R >>`),
}

// On a busy machine each takes as long as it may last.
describe('a PDF that', { timeout: 200_000 }, () => {
  it.each(Object.entries(hostile))('%s ends with its process, and takes nothing of the gateway', (_what, make) =>
    expectRefused(make()),
  )

  it('is good is read after all of them', async () => {
    expect(await readPdfBytes(makePdf('still here'))).toMatchObject({ text: 'still here', pages: 1 })
  })
})
