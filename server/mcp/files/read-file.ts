import { Readable } from 'node:stream'
import { toAsker } from '@patchbay/core/context'
import { invalid } from '@patchbay/core/errors'
import {
  type FileAccess,
  type FileShelf,
  findShownImage,
  isTextType,
  type KeptFile,
  largestShownImage,
  looksLikeText,
  showFile,
} from '@patchbay/core/files'
import type { ToolArguments } from '@patchbay/core/schema'
import type { ToolAnswer } from '../answer/tool-result.ts'
import type { McpScope } from '../mcp-scope.ts'
import { readFileArguments } from '../tools/file-tool.ts'
import { readTextPart, type TextPart } from './text-part.ts'

export interface FileReadingParts {
  readonly fileShelf: Pick<FileShelf, 'findKeptFile' | 'read'>
  readonly fileAccess: Pick<FileAccess, 'assertMayRead'>
  /** The text of a PDF. Throws VALIDATION_ERROR for one that can't be read within its bounds. */
  readonly readPdf: (file: KeptFile, open: () => Promise<AsyncIterable<Uint8Array>>) => Promise<PdfText>
}

export interface PdfText {
  readonly text: string
  readonly pages: number
  /** True if the document has more text than is read. */
  readonly isCut: boolean
}

/** The members of an envelope beside the text. */
const around = 800
/** The first bytes of a file that nobody calls a text, by which it is known as one. */
const headBytes = 4096

/** Texts are cut so that a part fits, even if every second character is escaped in JSON. */
const choosePartBytes = ({ resultBytes }: McpScope): number => Math.max(Math.floor((resultBytes - around) / 2), 1000)

const readHead = async (bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  for await (const piece of bytes) return piece.slice(0, headBytes)
  return new Uint8Array()
}

const toAnswer = (data: object, images?: ToolAnswer['images']): ToolAnswer => ({
  envelope: JSON.stringify({ success: true, status: 200, data }),
  isError: false,
  ...(images && { images }),
})

const noPart = (part: number): Error => invalid('/part', `the text has no part ${part}`)

const showText = (file: KeptFile, textPart: TextPart | undefined, part: number, about: object = {}): ToolAnswer => {
  if (!textPart) throw noPart(part)
  const { text, parts } = textPart
  const hint = part < parts ? { hint: `The text goes on: read_file again with part: ${part + 1}` } : {}
  return toAnswer({ ...showFile(file), ...about, part, parts, text, ...hint })
}

const unreadable = ({ media_type, bytes }: KeptFile): Error =>
  invalid(
    '/file_id',
    `is a file of the type ${media_type} with ${bytes} bytes, which read_file can't show: it reads texts, PDFs, and images (PNG, JPEG, GIF, WebP) of at most 1 MiB. Pass the file_id on to an action that takes a file, or give the file's url to the user`,
  )

/** A text is cut by its bytes, so that a later part needs none of the parts before. */
const bytesOf = (text: Buffer): AsyncIterable<Uint8Array> => Readable.from([text])

/**
 * Answers `read_file`. Throws NOT_FOUND for a file of another token, FORBIDDEN where the action that it came from is no longer allowed, and
 * VALIDATION_ERROR for one that can't be read.
 */
export const createReadFile =
  ({ fileShelf, fileAccess, readPdf }: FileReadingParts) =>
  async (scope: McpScope, toolArguments: ToolArguments): Promise<ToolAnswer> => {
    const { file_id, part = 1 } = readFileArguments(toolArguments)
    const { caller, tenant } = scope
    const file = await fileShelf.findKeptFile(file_id, toAsker(caller))
    fileAccess.assertMayRead(file, caller.access, tenant)
    const { bytes: length, media_type: mediaType } = file
    const partBytes = choosePartBytes(scope)
    if (isTextType(mediaType))
      return showText(
        file,
        await readTextPart(await fileShelf.read(file), { length, mediaType, part, partBytes }),
        part,
      )

    const head = await readHead(await fileShelf.read(file))
    const mimeType = length <= largestShownImage ? findShownImage(mediaType, head) : undefined
    if (mimeType) {
      const content = Buffer.concat(await Array.fromAsync(await fileShelf.read(file), (piece) => piece.slice()))
      return toAnswer(showFile(file), [{ type: 'image', data: content.toString('base64'), mimeType }])
    }
    if (/^application\/pdf$/i.test(mediaType) || Buffer.from(head).includes('%PDF-')) {
      const { text, pages, isCut } = await readPdf(file, () => fileShelf.read(file))
      const content = Buffer.from(text)
      const shown = { length: content.length, mediaType: 'text/plain', part, partBytes }
      return showText(file, await readTextPart(bytesOf(content), shown), part, { pages, ...(isCut && { cut: true }) })
    }
    if (!looksLikeText(head)) throw unreadable(file)
    return showText(file, await readTextPart(await fileShelf.read(file), { length, mediaType, part, partBytes }), part)
  }
