import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../state/api.ts'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import css from './loaded.module.css'

/** What went wrong, the id to ask for, and a way on. */
export const Problem = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => (
  <div role="alert" className={css.problem}>
    <p className={css.message}>{t.error.saying(error)}</p>
    {/* One detail alone stands in the message already. */}
    {error instanceof ApiError && error.details.length > 1 && (
      <ul>
        {error.details.map(({ path, message }) => (
          <li key={path}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
    )}
    <p className={css.quiet}>
      {t.error.advice(error)}
      {error instanceof ApiError && error.requestId !== null && ` ${t.error.request} ${error.requestId}`}
    </p>
    {retry && <Button onClick={retry}>{t.error.retry}</Button>}
  </div>
)

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className={css.empty}>
    <p className={css.message}>{title}</p>
    {children}
  </div>
)

/** Space is kept while something loads, so that nothing moves when it comes. */
export const Waiting = () => (
  <p role="status" className={css.waiting}>
    {t.loading}
  </p>
)

interface Props<T> {
  /** A query's result, or that of several pages with their rows as `data`. */
  readonly query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly children: (data: T) => ReactNode
}

export const Loaded = <T,>({ query, children }: Props<T>) => {
  if (query.data !== undefined) {
    return (
      <>
        {query.error && <Problem error={query.error} retry={query.refetch} />}
        {children(query.data)}
      </>
    )
  }
  return query.error ? <Problem error={query.error} retry={query.refetch} /> : <Waiting />
}

/** Reads the next page of a list, if there is one. */
export const More = ({ query }: { readonly query: UseInfiniteQueryResult }) =>
  query.hasNextPage && (
    <p>
      <Button isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {t.more}
      </Button>
    </p>
  )
