import { constants, deflateRawSync } from 'node:zlib'

/** A PDF of one page with these words. */
export const makePdf = (words: string): Buffer => {
  const stream = `BT /F1 24 Tf 72 700 Td (${words}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer << /Root 1 0 R /Size 6 >>\n%%EOF\n`)
}

/** A PDF whose page is a stream that unpacks to `bytes` bytes. */
export const makePdfBomb = (bytes: number): Buffer => {
  // Each piece ends at a byte and refers to none before it, so pieces make a stream of any length.
  const piece = deflateRawSync(Buffer.alloc(2 ** 20, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array.from({ length: bytes / 2 ** 20 }, () => piece)
  const packed = Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, Buffer.from([3, 0])])
  const head = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >> endobj
4 0 obj << /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([
    Buffer.from(head),
    packed,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF\n'),
  ])
}
