import { useQueryClient } from '@tanstack/react-query'
import { callOff, deleteSoon } from '../../state/deferred.ts'
import { letRun } from '../../state/let-run.ts'
import { problemTexts } from '../page/problem-texts.ts'
import { announceDone, offerUndo } from './toasts.tsx'

/** Deletes something in ten seconds, and offers to undo that meanwhile. */
export const useDelete = () => {
  const queries = useQueryClient()
  return (key: string, text: string, send: () => Promise<unknown>): void => {
    deleteSoon(key, send, (error) => {
      letRun(queries.invalidateQueries())
      if (error !== undefined) announceDone(problemTexts.message(error))
    })
    offerUndo(text, () => callOff(key))
  }
}
