/**
 * The process that reads the text of one PDF, which comes by its standard input. It has none of our environment and nothing to write but
 * that text: what a hostile PDF makes of the library ends with the process.
 */
import { getDocumentProxy } from 'unpdf'
import { type FromPdfReader, pdfLimits } from './messages.ts'

const output = Bun.stdout.writer()
const say = async (message: FromPdfReader): Promise<void> => {
  output.write(`${JSON.stringify(message)}\n`)
  await output.flush()
}

const readText = async (bytes: Uint8Array): Promise<FromPdfReader> => {
  const document = await getDocumentProxy(bytes, { disableFontFace: true, useSystemFonts: false, verbosity: 0 })
  const { numPages: pages } = document
  const texts: string[] = []
  let room: number = pdfLimits.characters
  for (let number = 1; number <= Math.min(pages, pdfLimits.pages) && room > 0; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .slice(0, room)
    texts.push(text)
    room -= text.length
    page.cleanup()
  }
  return { kind: 'text', text: texts.join('\n\n').trim(), pages, isCut: texts.length < pages || room <= 0 }
}

await say({ kind: 'ready' })
const bytes = new Uint8Array(await Bun.stdin.arrayBuffer())
await say(await readText(bytes).catch(({ name }: Error) => ({ kind: 'refused', message: name }) as const))
process.exit()
