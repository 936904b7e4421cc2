import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inTurns } from '../../state/in-turns.ts'
import { letRun } from '../../state/let-run.ts'
import { words } from '../../words.ts'
import { Button } from '../button.tsx'
import { problemTexts } from '../page/problem-texts.ts'
import { Modal } from './modal.tsx'

/** More than these are not changed at once. */
export const mostAtOnce = 500

interface Outcome<T> {
  readonly item: T
  /** The reason why nothing changed; `undefined`: it did. */
  readonly problem: string | undefined
}

interface Props<T> {
  readonly title: string
  readonly text: string
  readonly submit: string
  readonly items: readonly T[]
  /** There are more than could be taken. */
  readonly hasMore: boolean
  readonly name: (item: T) => string
  readonly change: (item: T) => Promise<unknown>
  /** The message for a complete success. */
  readonly report: (count: number) => string
  readonly onClose: () => void
  readonly onDone?: () => void
}

const Names = <T,>({ items, name }: Pick<Props<T>, 'items' | 'name'>) => (
  <p className="quiet">
    {items.slice(0, 12).map(name).join(', ')}
    {items.length > 12 && ' …'}
  </p>
)

const Report = <T,>({ outcomes, name, report }: { readonly outcomes: readonly Outcome<T>[] } & Props<T>) => {
  const failed = outcomes.filter(({ problem }) => problem !== undefined)
  return (
    <>
      <p role="status">{report(outcomes.length - failed.length)}</p>
      {failed.length > 0 && (
        <>
          <p role="alert">{words.bulk.failed(failed.length)}</p>
          <ul>
            {failed.map(({ item, problem }) => (
              <li key={name(item)}>
                <strong>{name(item)}</strong> {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Changes many things after a question, and shows its progress and its failures. Closing the dialog doesn't stop it. */
export const BulkModal = <T,>(props: Props<T>) => {
  const { title, text, submit, items, hasMore, name, change, onClose, onDone } = props
  const queries = useQueryClient()
  const [done, setDone] = useState<number>()
  const [outcomes, setOutcomes] = useState<readonly Outcome<T>[]>()
  const changeOne = async (item: T): Promise<Outcome<T>> => {
    try {
      await change(item)
      return { item, problem: undefined }
    } catch (error) {
      return { item, problem: problemTexts.message(error) }
    }
  }
  const begin = async () => {
    setDone(0)
    setOutcomes(await inTurns(items, changeOne, setDone))
    letRun(queries.invalidateQueries())
    onDone?.()
  }
  return (
    <Modal title={title} description={text} onClose={onClose}>
      {outcomes ? (
        <Report {...props} outcomes={outcomes} />
      ) : (
        <>
          <Names items={items} name={name} />
          {hasMore && <p>{words.bulk.more(items.length)}</p>}
        </>
      )}
      {done !== undefined && !outcomes && (
        <p className="row">
          <progress aria-label={submit} max={items.length} value={done} />
          <span role="status">{words.bulk.progress(done, items.length)}</span>
        </p>
      )}
      <p className="row">
        <Button onClick={onClose}>{outcomes ? words.close : words.cancel}</Button>
        {!outcomes && (
          <Button isFinal isBusy={done !== undefined} disabled={items.length === 0} onClick={begin}>
            {submit}
          </Button>
        )}
      </p>
    </Modal>
  )
}
