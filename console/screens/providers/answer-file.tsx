import { isRecord } from '../../parts/form/is-record.ts'
import { providersTexts as t } from './providers-texts.ts'

interface FileLink {
  readonly url: string
  readonly filename?: string
}

/** The file that holds an answer; `undefined`: the answer isn't in a file. */
const readFileLink = (answer: unknown): FileLink | undefined => {
  const data = isRecord(answer) ? answer.data : undefined
  if (!isRecord(data) || typeof data.url !== 'string' || typeof data.file_id !== 'string') return undefined
  if (!/^https?:$/.test(URL.parse(data.url)?.protocol ?? '')) return undefined
  return { url: data.url, ...(typeof data.filename === 'string' && { filename: data.filename }) }
}

/** A link to the file that holds an answer. */
export const AnswerFile = ({ answer }: { readonly answer: unknown }) => {
  const link = readFileLink(answer)
  if (!link) return null
  return (
    <p className="row">
      <a href={link.url} target="_blank" rel="noreferrer" download={link.filename ?? ''}>
        {t.run.download(link.filename ?? t.run.aFile)}
      </a>
      {t.run.once}
    </p>
  )
}
