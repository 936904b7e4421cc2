import { describeMarks, splitJson } from '@patchbay/core/shown-text'
import { markPieces } from '../../shown/mark-text.ts'
import { CopyButton } from '../id.tsx'
import { CodeFrame } from './code.tsx'

/** A value as JSON. What nobody would see of it is escaped, and a line says how much that is; what is copied is the value. */
export const JsonCode = ({ label, value }: { readonly label: string; readonly value: unknown }) => {
  const pieces = splitJson(value, 2)
  const marks = describeMarks(pieces)
  return (
    <>
      <CodeFrame label={label} copy={<CopyButton value={JSON.stringify(value, null, 2)} />}>
        {markPieces(pieces)}
      </CodeFrame>
      {marks !== undefined && <p role="note">{marks}</p>}
    </>
  )
}
