import { useState } from 'react'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { Button } from '../button.tsx'
import { LabelledField } from '../form/field.tsx'
import { FormModal, readTextField } from '../form/form-modal.tsx'
import { Icon } from '../inline/icon.tsx'
import { formatExact, zone } from '../inline/relative-time.ts'
import { ChevronDown, Clock } from '../inline/shapes.ts'
import { ActionMenu } from '../over/menu.tsx'

const spans = ['15m', '1h', '24h', '7d', '30d'] as const

const isSpan = (text: string): text is (typeof spans)[number] => (spans as readonly string[]).includes(text)

/** Midnight in the reader's zone, this many days before today. */
export const startOfDayBefore = (days: number): string => {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return midnight.toISOString()
}

const describeMoment = (text: string): string => {
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? text : formatExact(moment)
}

const describeRange = (since: string, until: string): string => {
  if (since === '' && until === '') return words.range.all
  if (until === '' && since === startOfDayBefore(0)) return words.range.today
  if (until === startOfDayBefore(0) && since === startOfDayBefore(1)) return words.range.yesterday
  if (until === '') return isSpan(since) ? words.range.spans[since] : words.range.since(describeMoment(since))
  return since === ''
    ? words.range.until(describeMoment(until))
    : words.range.between(describeMoment(since), describeMoment(until))
}

/** A moment of the URL as a field for the reader's own time takes it. */
const toLocal = (text: string): string => {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const toUtc = (local: string | undefined): string | undefined =>
  local === undefined ? undefined : new Date(local).toISOString()

/** The time that a list is about: the last hours or days, or between two moments. The URL has it as `since` and `until`. */
export const TimeRange = () => {
  const [{ since = '', until = '' }, change] = useUrl()
  const [isCustom, setCustom] = useState(false)
  return (
    <>
      <ActionMenu
        trigger={
          <Button icon={Clock}>
            {describeRange(since, until)} <Icon shape={ChevronDown} size={14} />
          </Button>
        }
        choices={[
          ...spans.map((span) => ({
            title: words.range.spans[span],
            onChoose: () => change({ page: undefined, since: span, until: undefined }),
          })),
          {
            title: words.range.today,
            onChoose: () => change({ page: undefined, since: startOfDayBefore(0), until: undefined }),
          },
          {
            title: words.range.yesterday,
            onChoose: () => change({ page: undefined, since: startOfDayBefore(1), until: startOfDayBefore(0) }),
          },
          {
            title: words.range.all,
            onChoose: () => change({ page: undefined, since: undefined, until: undefined }),
          },
          { title: words.range.custom, onChoose: () => setCustom(true) },
        ]}
      />
      {isCustom && (
        <FormModal
          title={words.range.customTitle}
          text={words.range.zone(zone)}
          submit={words.range.apply}
          onClose={() => setCustom(false)}
          send={(form) => {
            const [from, to] = [toUtc(readTextField(form, 'since')), toUtc(readTextField(form, 'until'))]
            change({ page: undefined, since: from, until: to })
          }}
        >
          <LabelledField label={words.range.from}>
            {(field) => <input {...field} type="datetime-local" name="since" defaultValue={toLocal(since)} />}
          </LabelledField>
          <LabelledField label={words.range.to}>
            {(field) => <input {...field} type="datetime-local" name="until" defaultValue={toLocal(until)} />}
          </LabelledField>
        </FormModal>
      )}
    </>
  )
}
