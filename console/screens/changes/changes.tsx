import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { findTenants } from '../../parts/form/pick/tenant-field.tsx'
import { formatClock, formatDay } from '../../parts/inline/relative-time.ts'
import { History, Undo2 } from '../../parts/inline/shapes.ts'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { SkeletonRows } from '../../parts/list/paged-table.tsx'
import { PageTurner } from '../../parts/list/pager.tsx'
import { TimeRange } from '../../parts/list/time-range.tsx'
import { ChangedMembers } from '../../parts/page/difference.tsx'
import { Empty, LoadingBox, ProblemBox } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { usePages } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import css from './changes.module.css'
import { changesTexts as t } from './changes-texts.ts'

type ToldChange = ApiSchemas['ToldChange']

const fields: readonly FilterField[] = [
  { name: 'tenant', title: words.tenant, find: findTenants },
  { name: 'token_id', title: t.who },
]

/** More members than these are shown on request. */
const mostShown = 4

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The author and the change in one sentence. */
const Sentence = ({ change: { by, text, outcome } }: { readonly change: ToldChange }) => {
  if (by.kind === 'nobody') return <span className={css.wrong}>{text}</span>
  if (by.kind === 'job') return <span className={outcome === 'ok' ? css.quiet : css.wrong}>{text}</span>
  const name = by.kind === 'link' ? t.somebody : by.name
  return (
    <>
      <strong title={[t.kinds[by.kind], by.id].filter(Boolean).join(' ')}>{name}</strong> {lowerFirst(text)}
    </>
  )
}

const Members = ({ changes }: Pick<ToldChange, 'changes'>) => {
  const hasBefore = changes.some(({ from }) => from !== undefined)
  // The sentence says all of a single new value.
  if (changes.length === 0 || (changes.length === 1 && !hasBefore)) return null
  const isShort = changes.length <= mostShown && hasBefore
  if (isShort) return <ChangedMembers changes={changes} />
  return (
    <details className={css.members}>
      <summary>{t.members(changes.length)}</summary>
      <ChangedMembers changes={changes} />
    </details>
  )
}

const putBack = ({ path, body, if_match }: NonNullable<ToldChange['undo']>): Promise<unknown> =>
  unwrap(
    api.PATCH(path as '/admin/tenants/{tenant}', {
      params: { path: { tenant: '' } },
      body: body as never,
      headers: if_match === null ? {} : { 'if-match': if_match },
    }),
  )

const Change = ({ change, onUndo }: { readonly change: ToldChange; readonly onUndo: (() => void) | undefined }) => {
  const moment = Date.parse(change.at)
  return (
    <li className={css.change}>
      <time className={css.time} dateTime={change.at} title={change.at.replace('T', ' ').replace('Z', ' UTC')}>
        {formatClock(moment)}
      </time>
      <div className={css.text}>
        <Sentence change={change} />
        <Members changes={change.changes} />
      </div>
      {onUndo && (
        <Button icon={Undo2} onClick={onUndo}>
          {t.undo}
        </Button>
      )}
    </li>
  )
}

const describeDay = (day: string): string => {
  const now = Date.now()
  if (day === formatDay(now)) return t.today
  return day === formatDay(now - 86_400_000) ? t.yesterday : day
}

/** The changes by day, in the reader's zone. */
const Days = ({
  rows,
  toUndo,
}: {
  readonly rows: readonly ToldChange[]
  toUndo(change: ToldChange): (() => void) | undefined
}) =>
  [...Map.groupBy(rows, ({ at }) => formatDay(Date.parse(at)))].map(
    ([day, changes]): ReactNode => (
      <section key={day} aria-label={describeDay(day)}>
        <h2 className={css.day}>{describeDay(day)}</h2>
        <ul className={css.list}>
          {changes.map((change) => (
            <Change key={change.id} change={change} onUndo={toUndo(change)} />
          ))}
        </ul>
      </section>
    ),
  )

export const ChangesScreen = () => {
  const [{ tenant, token_id, since, until }] = useUrl()
  const [undone, setUndone] = useState<ToldChange>()
  const mayOperate = useMay('operator')
  const query = {
    ...(tenant && { tenant }),
    ...(token_id && { token_id }),
    ...(since && { since }),
    ...(until && { until }),
  }
  const { rows, error, pager, refetch } = usePages<ToldChange>(['changes', query], async (page) => {
    const { changes, next_cursor } = await unwrap(
      api.GET('/admin/changes', { params: { query: { ...query, ...page } } }),
    )
    return [changes, next_cursor]
  })
  const isFiltered = Object.keys(query).length > 0
  return (
    <ScreenPage title={words.screens.changes} lead={t.lead}>
      <FilterBar label={t.find} fields={fields}>
        <TimeRange />
      </FilterBar>
      {error !== null && error !== undefined && (
        <ProblemBox error={error} retry={refetch} hasData={rows !== undefined} />
      )}
      {!rows && !error && (
        <LoadingBox>
          <SkeletonRows />
        </LoadingBox>
      )}
      {rows?.length === 0 && !pager.previous && (
        <Empty icon={History} title={isFiltered ? t.empty : t.nothing}>
          <p>{isFiltered ? t.emptyText : t.nothingText}</p>
        </Empty>
      )}
      {rows && (rows.length > 0 || pager.previous) && (
        <>
          <Days rows={rows} toUndo={(change) => (mayOperate && change.undo ? () => setUndone(change) : undefined)} />
          <PageTurner pager={pager} count={rows.length} />
        </>
      )}
      {undone?.undo && (
        <FormModal
          title={t.undoTitle}
          text={t.undoText}
          submit={t.undo}
          onClose={() => setUndone(undefined)}
          send={async () => {
            if (undone.undo) await putBack(undone.undo)
          }}
        >
          <ChangedMembers
            changes={undone.changes.map(({ path, from, to }) => ({
              path,
              ...(to !== undefined && { from: to }),
              ...(from !== undefined && { to: from }),
            }))}
          />
        </FormModal>
      )}
    </ScreenPage>
  )
}
