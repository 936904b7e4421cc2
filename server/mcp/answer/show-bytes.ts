import type { CallAnswer } from '@patchbay/core/context'
import { findCharset, findShownImage, isTextType, largestShownImage } from '@patchbay/core/files'
import type { ImageBlock } from './tool-result.ts'

/** An answer of bytes, as core gives it: the vendor's content in base64. */
interface BytesAnswer {
  readonly media_type: string
  readonly bytes: number
  readonly content: string
}

/** The beginning of such an answer, behind the members of every envelope. */
const begin = '"data":{"media_type":"'
const longestHead = 80

const isBytesAnswer = (data: unknown): data is BytesAnswer => {
  const { media_type, bytes, content, ...others } = Object(data) as Partial<BytesAnswer>
  return (
    typeof media_type === 'string' &&
    typeof bytes === 'number' &&
    typeof content === 'string' &&
    content.length === Math.ceil(bytes / 3) * 4 &&
    Object.keys(others).length === 0
  )
}

export interface ShownBytes {
  readonly answer: CallAnswer
  readonly images: readonly ImageBlock[]
}

/** The answer of a call for a model that can't use base64: an image stands beside it, and a text is a text. All else stays as it is. */
export const showBytes = (answer: CallAnswer): ShownBytes => {
  const at = answer.envelope.slice(0, longestHead + begin.length).indexOf(begin)
  const whole = at < 0 ? undefined : (JSON.parse(answer.envelope) as { readonly data: unknown })
  if (!whole || !isBytesAnswer(whole.data)) return { answer, images: [] }
  const { media_type, bytes, content } = whole.data
  const head = Buffer.from(content.slice(0, 24), 'base64')
  const show = (shown: object): CallAnswer => {
    const envelope = JSON.stringify({ ...whole, data: { media_type, bytes, ...shown } })
    return { ...answer, envelope, bytes: Buffer.byteLength(envelope) }
  }
  const mimeType = bytes <= largestShownImage ? findShownImage(media_type, head) : undefined
  if (mimeType) return { answer: show({}), images: [{ type: 'image', data: content, mimeType }] }
  if (!isTextType(media_type)) return { answer, images: [] }
  const decoder = new TextDecoder(findCharset(media_type, head) as Bun.Encoding)
  return { answer: show({ text: decoder.decode(Buffer.from(content, 'base64')) }), images: [] }
}
