import { type AdmittedCaller, type PreparedCall, toAsker } from '../context/index.ts'
import { type FileShelf, showFile } from '../files/index.ts'
import type { AnswerToFile } from '../upstream/index.ts'

/** The most bytes that a model gets inline (docs/files.md): 64 KiB in base64. */
const mostForModels = 48 * 2 ** 10

/** True if a large answer becomes a file, because a model can't use base64. */
export const isFileForModels = (
  { source }: Pick<AdmittedCaller, 'source'>,
  { answer }: PreparedCall['action'],
): boolean => source === 'mcp' && answer === 'bytes'

/** The way to turn the provider's bytes into a file; `undefined`: the bytes stay in the answer. */
export const chooseAnswerToFile = (
  fileShelf: Pick<FileShelf, 'keep'>,
  caller: AdmittedCaller,
  { asFile, action, name, ref }: PreparedCall,
): AnswerToFile | undefined => {
  if (!asFile && !isFileForModels(caller, action)) return undefined
  const origin = { provider: ref.provider, account: ref.account, action: name }
  return {
    over: asFile ? -1 : mostForModels,
    async keep(about, pieces) {
      const { file, url } = await fileShelf.keep(toAsker(caller), { ...about, origin, hasLink: true }, pieces)
      return { ...showFile(file), url }
    },
  }
}
