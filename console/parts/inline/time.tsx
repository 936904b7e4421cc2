import { asUnixSeconds, msOf } from '@patchbay/core/time'
import { useSyncExternalStore } from 'react'
import { words } from '../../words.ts'
import { formatExact, formatRelativeTime } from './relative-time.ts'
import css from './time.module.css'

const everyMs = 10_000

/** The time that all moments of a page are compared with: they change together. */
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
const follow = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const readNow = (): number => {
  // A moment that came just now isn't in the future.
  if (Date.now() - now > everyMs) now = Date.now()
  return now
}

interface Props {
  /** ISO 8601 or Unix seconds. */
  readonly at: string | number | null | undefined
  /** Instead of "Never". */
  readonly none?: string
  /** Writes the exact time as well, where it is what the reader looks for. */
  readonly isExact?: boolean
}

/** A moment, as how long ago it was; exact, in the reader's zone and in UTC, when it is pointed at. */
export const Time = ({ at, none = words.never, isExact }: Props) => {
  const current = useSyncExternalStore(follow, readNow)
  if (at === null || at === undefined) return <span className={css.none}>{none}</span>
  const moment = new Date(typeof at === 'number' ? msOf(asUnixSeconds(at)) : at)
  const utc = moment.toISOString()
  const exact = formatExact(moment.getTime())
  // A time after the last tick counts as now.
  const relative = formatRelativeTime(moment.getTime(), Math.max(current, Math.min(moment.getTime(), Date.now())))
  return (
    <time className={css.time} dateTime={utc} title={`${exact}\n${utc.slice(0, 19).replace('T', ' ')} UTC`}>
      {isExact ? `${exact} (${relative})` : relative}
    </time>
  )
}
