import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { FormModal, textOf } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, Page } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { severityRanks, useSuggestions } from '../state/reads.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Suggestion = Schemas['Suggestion']

/** The screen that shows what this path of the API answers. */
const screenOf = (evidence: string) => {
  const [, path = '', query] = /^(?:GET )?\/admin\/([^?]*)\??(.*)$/.exec(evidence) ?? []
  const [name, tenant, provider] = path.split('/')
  if (path === 'audit') return { to: '/audit', search: Object.fromEntries(new URLSearchParams(query)) } as const
  if (name === 'tokens') return { to: '/accounts', search: { tenant, provider } } as const
  if (name === 'usage') return { to: '/usage', search: { tenant } } as const
  return path === 'system-health' ? ({ to: '/', search: {} } as const) : undefined
}

const Evidence = ({ evidence }: { readonly evidence: string }) => {
  const screen = screenOf(evidence)
  return screen ? <Link {...screen}>{t.suggestions.screens[screen.to]}</Link> : <code>{evidence}</code>
}

const columnsFor = (mayChange: boolean, resolve: (suggestion: Suggestion) => void): readonly Column<Suggestion>[] => [
  {
    title: t.suggestions.severity,
    cell: ({ severity }) => <Severity severity={severity} />,
    sort: ({ severity }) => severityRanks[severity],
  },
  {
    title: t.suggestions.what,
    cell: ({ title, detail, note }) => (
      <>
        <strong>{title}</strong>
        <br />
        {detail}
        {note !== null && (
          <>
            <br />
            {t.suggestions.noted(note)}
          </>
        )}
      </>
    ),
  },
  { title: t.audit.tenant, cell: ({ tenant }) => tenant ?? t.none, sort: ({ tenant }) => tenant ?? '' },
  { title: t.suggestions.shown, cell: ({ evidence }) => <Evidence evidence={evidence} /> },
  {
    title: t.suggestions.since,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: ({ created_at }) => created_at,
  },
  {
    title: '',
    cell: (suggestion) =>
      mayChange &&
      suggestion.status === 'open' && <Button onClick={() => resolve(suggestion)}>{t.suggestions.resolve}</Button>,
  },
]

export const Suggestions = () => {
  const [search, change] = useUrl()
  const status = search.status === 'resolved' ? 'resolved' : 'open'
  const mayChange = useMay('operator')
  const [resolved, setResolved] = useState<Suggestion>()
  const columns = useMemo(() => columnsFor(mayChange, setResolved), [mayChange])
  const query = useSuggestions(status)
  return (
    <Page title={t.suggestions.title} lead={t.suggestions.lead}>
      <Bar>
        <Field label={t.suggestions.status}>
          {(field) => (
            <select {...field} value={status} onChange={({ target }) => change({ status: target.value })}>
              <option value="open">{t.suggestions.open}</option>
              <option value="resolved">{t.suggestions.resolved}</option>
            </select>
          )}
        </Field>
      </Bar>
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.overview.noSuggestions} />
          ) : (
            <Table label={t.suggestions.title} rows={all} columns={columns} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      {resolved && (
        <FormModal
          title={t.suggestions.resolve}
          text={resolved.title}
          submit={t.suggestions.resolve}
          onClose={() => setResolved(undefined)}
          send={async (form) => {
            const note = textOf(form, 'note')
            await unwrap(
              api.PUT('/admin/suggestions/{suggestion_id}/resolve', {
                params: { path: { suggestion_id: resolved.id } },
                body: note === undefined ? {} : { note },
              }),
            )
          }}
        >
          <Field label={t.suggestions.note}>
            {(field) => <textarea {...field} name="note" rows={3} maxLength={2000} />}
          </Field>
        </FormModal>
      )}
    </Page>
  )
}
