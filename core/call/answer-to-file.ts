import { type AdmittedCaller, type PreparedCall, toAsker } from '../context/index.ts'
import { type FileShelf, showFile } from '../files/index.ts'
import type { AnswerToFile } from '../upstream/index.ts'

/** What a model may get in base64 (docs/files.md): 64 KiB. */
const mostForModels = 48 * 2 ** 10

/** Whether an answer becomes a file where it is large: base64 is of no use to a model. */
export const isFileForModels = (
  { source }: Pick<AdmittedCaller, 'source'>,
  { answer }: PreparedCall['action'],
): boolean => source === 'mcp' && answer === 'bytes'

/** Whether, and how, the bytes that a provider answers become a file; `undefined`: they stand in the answer. */
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
