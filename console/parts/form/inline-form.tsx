import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { letRun } from '../../state/let-run.ts'
import { Button } from '../button.tsx'
import { ProblemBox } from '../page/loaded.tsx'
import { useSend } from './use-send.ts'

interface Props {
  readonly submit: string
  readonly isDisabled?: boolean
  /** Makes the change. If it throws, the error is shown above the form, and the fields keep their values. */
  readonly send: (form: FormData) => Promise<unknown>
  /** Further buttons beside the submit button. */
  readonly more?: ReactNode
  readonly children?: ReactNode
}

/** A form within a page. After a change, all visible data is read again. */
export const InlineForm = ({ submit, isDisabled, send, more, children }: Props) => {
  const queries = useQueryClient()
  const { error, isBusy, onSubmit } = useSend(async (form) => {
    await send(form)
    letRun(queries.invalidateQueries())
  })
  return (
    <form onSubmit={onSubmit}>
      {error !== undefined && <ProblemBox error={error} />}
      {children}
      <div className="row">
        <Button type="submit" isMain isBusy={isBusy} disabled={isDisabled}>
          {submit}
        </Button>
        {more}
      </div>
    </form>
  )
}
