import { useMemo } from 'react'
import { Button, buttonClass } from '../parts/button.tsx'
import { EntryTable } from '../parts/entry-table.tsx'
import { Field } from '../parts/field.tsx'
import { FilterField } from '../parts/filter-field.tsx'
import { Empty, Loaded, More } from '../parts/loaded.tsx'
import { Bar, Page } from '../parts/page.tsx'
import { useAuditPages } from '../state/audit-pages.ts'
import { type Search, useUrl } from '../state/search.ts'
import { t } from '../texts.ts'

const sources = ['rest', 'mcp', 'admin', 'oauth', 'job'] as const

/** The text filters: the URL's parameter is that of the API. */
const texts = [
  ['tenant', t.audit.tenant],
  ['action', t.audit.action],
  ['key', t.audit.key],
  ['code', t.audit.code],
  ['token_id', t.audit.token],
  ['request_id', t.audit.request],
  ['since', t.audit.since],
  ['until', t.audit.until],
] as const

const choices = [
  ['source', t.audit.source, Object.fromEntries(sources.map((source) => [source, source]))],
  ['outcome', t.audit.outcome, t.audit.outcomes],
] as const

const names = ['id', ...texts.map(([name]) => name), 'source', 'outcome'] as const

/** What the gateway is asked; it checks the values and says what is wrong with one. */
const filterOf = (search: Search) =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

const exportUrl = (filter: Readonly<Record<string, string>>, format: string): string =>
  `/admin/audit/export?${new URLSearchParams({ ...filter, format })}`

const Filters = ({ search, change }: { readonly search: Search; readonly change: (changes: Search) => void }) => (
  <Bar>
    {texts.map(([name, label]) => (
      <Field key={name} label={label}>
        {(field) => (
          <input
            // Where the URL changes by other means, the field follows.
            key={search[name] ?? ''}
            {...field}
            defaultValue={search[name] ?? ''}
            placeholder={name === 'since' || name === 'until' ? t.audit.span : undefined}
            onBlur={({ target }) =>
              target.value.trim() !== (search[name] ?? '') && change({ [name]: target.value.trim() })
            }
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && change({ [name]: currentTarget.value.trim() })}
          />
        )}
      </Field>
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

export const Audit = () => {
  const [search, change] = useUrl()
  const filter = useMemo(() => filterOf(search), [search])
  const isLive = search.live === 'on'
  const withReads = search.reads === 'on' || search.action !== undefined || search.id !== undefined
  const { query, entries, part } = useAuditPages({ filter, withReads, isLive })
  const list = { ...query, data: entries }
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]))
  return (
    <Page
      title={t.audit.title}
      lead={t.audit.lead}
      actions={
        <>
          <Button
            aria-pressed={withReads}
            isMain={withReads}
            onClick={() => change({ reads: withReads ? undefined : 'on' })}
          >
            {t.audit.reads}
          </Button>
          <Button aria-pressed={isLive} isMain={isLive} onClick={() => change({ live: isLive ? undefined : 'on' })}>
            {t.audit.live}
          </Button>
          <a className={buttonClass} href={exportUrl(filter, 'csv')} download>
            {t.audit.csv}
          </a>
          <a className={buttonClass} href={exportUrl(filter, 'ndjson')} download>
            {t.audit.ndjson}
          </a>
        </>
      }
    >
      <Filters search={search} change={change} />
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.audit.empty}>
              <Button onClick={() => change(nothing)}>{t.audit.clear}</Button>
            </Empty>
          ) : (
            <>
              <EntryTable label={t.audit.title} entries={all} part={part} />
              <More query={query} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
