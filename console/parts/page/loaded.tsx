import type { ReactNode } from 'react'
import { ApiError } from '../../state/gateway/api.ts'
import { away } from '../../state/gateway/away.ts'
import { words } from '../../words.ts'
import { Button } from '../button.tsx'
import { Id } from '../id.tsx'
import { Icon, type IconShape } from '../inline/icon.tsx'
import { CircleAlert } from '../inline/shapes.ts'
import css from './loaded.module.css'
import { NextLink } from './next-link.tsx'
import { problemTexts as t } from './problem-texts.ts'

interface ProblemProps {
  readonly error: unknown
  /** Set for reads. */
  readonly retry?: () => void
  /** True if what was read before is shown below. */
  readonly hasData?: boolean
}

/** An error with its request id and the next step. Reads leave it to the bar at the end of the page that the gateway is away. */
export const ProblemBox = (props: ProblemProps) => {
  const isAway = away.use()
  if (!isAway || !props.retry || props.error instanceof ApiError) return <Problem {...props} />
  return (
    !props.hasData && (
      <p role="status" className="quiet">
        {t.waiting}
      </p>
    )
  )
}

const Problem = ({ error, retry }: ProblemProps) => (
  <div role="alert" className={css.problem}>
    <Icon shape={CircleAlert} />
    <div>
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
      <p className={css.advice}>
        {error instanceof ApiError && error.next ? (
          <NextLink step={error.next} />
        ) : (
          t.advice(error, retry !== undefined)
        )}
      </p>
      {error instanceof ApiError && error.requestId !== null && (
        <p className={css.request}>
          {t.request} <Id>{error.requestId}</Id>
        </p>
      )}
      {retry && <Button onClick={retry}>{words.retry}</Button>}
    </div>
  </div>
)

interface EmptyProps {
  readonly title: string
  readonly icon?: IconShape
  /** The reason why it is empty, and the button or link of the next step. */
  readonly children?: ReactNode
}

export const Empty = ({ title, icon, children }: EmptyProps) => (
  <div className={css.empty}>
    {icon && <Icon shape={icon} size={20} />}
    <p className={css.message}>{title}</p>
    {children}
  </div>
)

/** Reserves space while something loads, so that nothing moves when it arrives. */
export const LoadingBox = ({ children }: { readonly children?: ReactNode }) => (
  <div role="status" className={css.waiting}>
    <span className="hidden">{words.loading}</span>
    {children ?? <SkeletonLines />}
  </div>
)

const lines = [62, 88, 74, 80, 55]

const SkeletonLines = () =>
  lines.map((width) => <span key={width} className={css.line} style={{ width: `${width}%` }} aria-hidden="true" />)

/** A grey bar where a text will be. */
export const SkeletonBar = ({ width }: { readonly width: string }) => (
  <span className={css.bar} style={{ width }} aria-hidden="true" />
)

interface PartProps<T> {
  readonly query: AwaitedRead<T>
  /** The height of the later content, in lines. */
  readonly lines: number
  readonly children: (data: T) => ReactNode
}

/**
 * A part that doesn't wait for the others: it keeps its place until its own data has arrived. The screen reports later
 * failures.
 */
export const PagePart = <T,>({ query: { data, error, refetch }, lines: count, children }: PartProps<T>) => {
  if (data !== undefined) return children(data)
  if (error) return <ProblemBox error={error} retry={refetch} />
  return (
    <div role="status" className={css.held} style={{ minHeight: `${count * 1.875}rem` }}>
      <span className="hidden">{words.loading}</span>
      {lines.slice(0, count).map((width) => (
        <SkeletonBar key={width} width={`${width}%`} />
      ))}
    </div>
  )
}

/** A read that a screen or a part of it waits for. */
export interface AwaitedRead<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface Props<T> {
  /** The result of a query, or of several pages with their rows as `data`. */
  readonly query: AwaitedRead<T>
  /** A placeholder of the later content's height. */
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}

export const Loaded = <T,>({ query, skeleton, children }: Props<T>) => {
  if (query.data !== undefined) {
    return (
      <>
        {query.error && <ProblemBox error={query.error} retry={query.refetch} hasData />}
        {children(query.data)}
      </>
    )
  }
  return query.error ? <ProblemBox error={query.error} retry={query.refetch} /> : <LoadingBox>{skeleton}</LoadingBox>
}
