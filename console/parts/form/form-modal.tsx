import { useQueryClient } from '@tanstack/react-query'
import { isValidElement, type ReactNode, useState } from 'react'
import { letRun } from '../../state/let-run.ts'
import { words } from '../../words.ts'
import { Button } from '../button.tsx'
import { useCopy } from '../id.tsx'
import { Check, Copy } from '../inline/shapes.ts'
import { Modal } from '../over/modal.tsx'
import { ProblemBox } from '../page/loaded.tsx'
import css from './form-modal.module.css'
import { useSend } from './use-send.ts'

interface Props {
  readonly title: string
  readonly text?: ReactNode
  readonly submit: string
  readonly isDanger?: boolean
  readonly isWide?: boolean
  readonly onClose: () => void
  /** Makes the change. If it returns an element, that is shown instead of the form; otherwise the dialog closes. */
  readonly send: (form: FormData) => unknown
  readonly children?: ReactNode
}

/** A form in a dialog, or a confirmation. After a change, all visible data is read again. */
export const FormModal = ({ title, text, submit, isDanger, isWide, onClose, send, children }: Props) => {
  const queries = useQueryClient()
  const [done, setDone] = useState<ReactNode>()
  const { error, isBusy, onSubmit } = useSend(async (form) => {
    const shown = await send(form)
    letRun(queries.invalidateQueries())
    if (isValidElement(shown)) setDone(shown)
    else onClose()
  })
  return (
    <Modal title={title} description={text} isWide={isWide} onClose={onClose}>
      {done === undefined ? (
        <form onSubmit={onSubmit}>
          {error !== undefined && <ProblemBox error={error} />}
          {children}
          <div className={css.buttons}>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" isMain={!isDanger} isFinal={isDanger ?? false} isBusy={isBusy}>
              {submit}
            </Button>
          </div>
        </form>
      ) : (
        <>
          {done}
          <div className={css.buttons}>
            <Button onClick={onClose}>{words.close}</Button>
          </div>
        </>
      )}
    </Modal>
  )
}

/** The text of a field; `undefined` for an empty one. */
export const readTextField = (form: FormData, name: string): string | undefined => {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The whole number of a field; `undefined` for an empty one. */
export const readNumberField = (form: FormData, name: string): number | undefined => {
  const text = readTextField(form, name)
  return text === undefined ? undefined : Number(text)
}

/** A value that is shown only once: a key, a token, a link. */
export const Once = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const { isCopied, copy } = useCopy(value)
  return (
    <>
      <p>{label}</p>
      <div className={css.once}>
        <pre>{value}</pre>
        <Button isMain icon={isCopied ? Check : Copy} onClick={copy}>
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
    </>
  )
}
