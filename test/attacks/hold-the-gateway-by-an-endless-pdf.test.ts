// Test lanes: long, slow

import { expect, it } from 'vitest'
import { makePdf } from '../files/make-pdf.ts'
import { expectRefused, readPdfBytes } from './hold-the-gateway-by-a-pdf/read-pdf-bytes.ts'

it('a PDF that makes its reader compute without end ends with its process, and others are answered meanwhile', async () => {
  const noise = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000_000, '1 0 obj << /Type /XRef ')])
  const refused = expectRefused(noise)
  let longest = 0
  let before = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - before)
    before = performance.now()
  }, 5)
  await refused
  clearInterval(watch)
  console.info(`the thread was held for ${Math.round(longest)} ms at most`)
  // It is the processor's, not the thread's, time that a busy machine takes: no more is said than that it went on.
  expect(longest).toBeLessThan(2000)
  expect(await readPdfBytes(makePdf('still here'))).toMatchObject({ text: 'still here', pages: 1 })
}, 200_000)
