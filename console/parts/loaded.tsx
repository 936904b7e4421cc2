import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../state/api.ts'
import { words } from '../words.ts'
import { Button } from './button.tsx'
import css from './loaded.module.css'
import { NextLink } from './next-link.tsx'
import { problemTexts as t } from './problem-texts.ts'

/** What went wrong, the request id, and the next step. */
export const ProblemBox = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => (
  <div role="alert" className={css.problem}>
    <p className={css.message}>{t.message(error)}</p>
    {/* A single detail is already part of the message. */}
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
      {error instanceof ApiError && error.next ? <NextLink step={error.next} /> : t.advice(error)}
      {error instanceof ApiError && error.requestId !== null && ` ${t.request} ${error.requestId}`}
    </p>
    {retry && <Button onClick={retry}>{words.retry}</Button>}
  </div>
)

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className={css.empty}>
    <p className={css.message}>{title}</p>
    {children}
  </div>
)

/** Reserves space while something loads, so that nothing moves when it arrives. */
export const LoadingBox = () => (
  <p role="status" className={css.waiting}>
    {words.loading}
  </p>
)

interface Props<T> {
  /** The result of a query, or of several pages with their rows as `data`. */
  readonly query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly children: (data: T) => ReactNode
}

export const Loaded = <T,>({ query, children }: Props<T>) => {
  if (query.data !== undefined) {
    return (
      <>
        {query.error && <ProblemBox error={query.error} retry={query.refetch} />}
        {children(query.data)}
      </>
    )
  }
  return query.error ? <ProblemBox error={query.error} retry={query.refetch} /> : <LoadingBox />
}

/** Reads the next page of a list, if there is one. */
export const More = ({ query }: { readonly query: UseInfiniteQueryResult }) =>
  query.hasNextPage && (
    <p>
      <Button isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {words.showMore}
      </Button>
    </p>
  )
