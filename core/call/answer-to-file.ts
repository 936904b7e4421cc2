import { type AdmittedCaller, type CallRecord, type PreparedCall, toAsker } from '../context/index.ts'
import { type FileShelf, findShownImage, isTextType, largestShownImage, showFile } from '../files/index.ts'
import type { AnswerToFile } from '../upstream/index.ts'
import { findBase64Members } from './members-to-files.ts'

/** The most bytes that a model gets in base64 (docs/files.md): 64 KiB of it. */
const mostInBase64 = 48 * 2 ** 10
/** The most bytes of a text that comes as an answer, in parts: `read_file` reads a longer one. */
const mostText = 256 * 2 ** 10

/** The most bytes of an answer that a model gets inline. Code can use base64, and nothing else in it. */
const chooseMost = (isCode: boolean, mediaType: string, head: Uint8Array): number => {
  if (isCode) return mostInBase64
  if (findShownImage(mediaType, head)) return largestShownImage
  if (isTextType(mediaType)) return mostText
  // `read_file` reads its text.
  return /^application\/pdf\b/i.test(mediaType) ? 0 : mostInBase64
}

/** True if a large answer becomes a file, because a model can't use base64. */
export const isFileForModels = ({ source }: Pick<AdmittedCaller, 'source'>, action: PreparedCall['action']): boolean =>
  source === 'mcp' && (action.answer === 'bytes' || findBase64Members(action).length > 0)

/** The way to turn the provider's bytes into a file; `undefined`: the bytes stay in the answer. */
export const chooseAnswerToFile = (
  fileShelf: Pick<FileShelf, 'keep'>,
  caller: AdmittedCaller,
  { asFile, action, name, ref }: PreparedCall,
  { parent }: Pick<CallRecord, 'parent'>,
): AnswerToFile | undefined => {
  if (!asFile && (caller.source !== 'mcp' || action.answer !== 'bytes')) return undefined
  const origin = { provider: ref.provider, account: ref.account, action: name }
  return {
    over: (mediaType, head) => (asFile ? -1 : chooseMost(parent !== undefined, mediaType, head)),
    isAsked: asFile,
    async keep(about, pieces) {
      const { file, url } = await fileShelf.keep(toAsker(caller), { ...about, origin, hasLink: true }, pieces)
      return { ...showFile(file), url }
    },
  }
}
