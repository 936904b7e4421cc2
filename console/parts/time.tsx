import { words } from '../words.ts'
import css from './time.module.css'

const ofThisYear = new Intl.DateTimeFormat(words.locale, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const ofAnotherYear = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium' })

/** A moment in the viewer's time zone, with UTC on hover. `at`: ISO 8601 or Unix seconds. */
export const Time = ({ at }: { readonly at: string | number | null | undefined }) => {
  if (at === null || at === undefined) return <>{words.never}</>
  const moment = new Date(typeof at === 'number' ? at * 1000 : at)
  const utc = moment.toISOString()
  return (
    <time className={css.time} dateTime={utc} title={`${utc.slice(0, 19).replace('T', ' ')} UTC`}>
      {(moment.getFullYear() === new Date().getFullYear() ? ofThisYear : ofAnotherYear).format(moment)}
    </time>
  )
}
