import { useMemo } from 'react'
import { Button, buttonClass } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { Empty, Loaded, More } from '../../parts/loaded.tsx'
import { Bar, ScreenPage } from '../../parts/page.tsx'
import { EntryTable } from '../../parts/table/entry-table.tsx'
import { FilterField } from '../../parts/table/filter-field.tsx'
import { useAuditPages } from '../../state/audit-pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { auditTexts as t } from './audit-texts.ts'

const sources = ['rest', 'mcp', 'admin', 'oauth', 'job'] as const

/** The text filters. The parameters of the URL have the names of the API's. */
const texts = [
  ['tenant', words.tenant],
  ['action', words.action],
  ['key', words.entry.key],
  ['code', t.code],
  ['token_id', t.token],
  ['request_id', words.entry.request],
  ['since', t.since],
  ['until', t.until],
] as const

const choices = [
  ['source', words.entry.source, Object.fromEntries(sources.map((source) => [source, source]))],
  ['outcome', words.outcome, words.outcomes],
] as const

const names = ['id', ...texts.map(([name]) => name), 'source', 'outcome'] as const

/** The query for the gateway, which checks the values and reports invalid ones. */
const toFilter = (search: Search) =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

const exportUrl = (filter: Readonly<Record<string, string>>, format: string): string =>
  `/admin/audit/export?${new URLSearchParams({ ...filter, format })}`

const Filters = ({ search, change }: { readonly search: Search; readonly change: (changes: Search) => void }) => (
  <Bar>
    {texts.map(([name, label]) => (
      <LabelledField key={name} label={label}>
        {(field) => (
          <input
            // The field follows when the URL changes in other ways.
            key={search[name] ?? ''}
            {...field}
            defaultValue={search[name] ?? ''}
            placeholder={name === 'since' || name === 'until' ? t.timeHint : undefined}
            onBlur={({ target }) =>
              target.value.trim() !== (search[name] ?? '') && change({ [name]: target.value.trim() })
            }
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && change({ [name]: currentTarget.value.trim() })}
          />
        )}
      </LabelledField>
    ))}
    {choices.map(([name, label, values]) => (
      <FilterField
        key={name}
        label={label}
        choices={values}
        value={search[name] ?? ''}
        onChange={(value) => change({ [name]: value })}
      />
    ))}
  </Bar>
)

export const AuditScreen = () => {
  const [search, change] = useUrl()
  const filter = useMemo(() => toFilter(search), [search])
  const isLive = search.live === 'on'
  const withReads = search.reads === 'on' || search.action !== undefined || search.id !== undefined
  const { query, entries, part } = useAuditPages({ filter, withReads, isLive })
  const list = { ...query, data: entries }
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]))
  return (
    <ScreenPage
      title={words.screens.audit}
      lead={t.lead}
      actions={
        <>
          <Button
            aria-pressed={withReads}
            isMain={withReads}
            onClick={() => change({ reads: withReads ? undefined : 'on' })}
          >
            {t.reads}
          </Button>
          <Button aria-pressed={isLive} isMain={isLive} onClick={() => change({ live: isLive ? undefined : 'on' })}>
            {t.live}
          </Button>
          <a className={buttonClass} href={exportUrl(filter, 'csv')} download>
            {t.csv}
          </a>
          <a className={buttonClass} href={exportUrl(filter, 'ndjson')} download>
            {t.ndjson}
          </a>
        </>
      }
    >
      <Filters search={search} change={change} />
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.empty}>
              <Button onClick={() => change(nothing)}>{words.clearFilters}</Button>
            </Empty>
          ) : (
            <>
              <EntryTable label={words.screens.audit} entries={all} part={part} />
              <More query={query} />
            </>
          )
        }
      </Loaded>
    </ScreenPage>
  )
}
