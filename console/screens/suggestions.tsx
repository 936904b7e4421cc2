import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { LabelledField } from '../parts/form/field.tsx'
import { FormModal, readTextField } from '../parts/form/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { NextLink } from '../parts/next-link.tsx'
import { Bar, ScreenPage } from '../parts/page.tsx'
import { SeverityBadge } from '../parts/severity.tsx'
import { Table, type TableColumn } from '../parts/table/table.tsx'
import { Time } from '../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../state/api.ts'
import { severityRanks, useSuggestions } from '../state/reads.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { words } from '../words.ts'
import { suggestionsTexts as t } from './suggestions-texts.ts'

type Suggestion = ApiSchemas['Suggestion']

/** The screen for the data at this path of the API. */
const findScreen = (evidence: string) => {
  const [, path = '', query] = /^(?:GET )?\/admin\/([^?]*)\??(.*)$/.exec(evidence) ?? []
  const [name, tenant, provider] = path.split('/')
  if (path === 'audit') return { to: '/audit', search: Object.fromEntries(new URLSearchParams(query)) } as const
  if (name === 'tokens') return { to: '/accounts', search: { tenant, provider } } as const
  if (name === 'usage') return { to: '/usage', search: { tenant } } as const
  return path === 'system-health' ? ({ to: '/', search: {} } as const) : undefined
}

const Evidence = ({ evidence }: { readonly evidence: string }) => {
  const screen = findScreen(evidence)
  return screen ? <Link {...screen}>{t.links[screen.to]}</Link> : <code>{evidence}</code>
}

const columnsFor = (
  mayChange: boolean,
  resolve: (suggestion: Suggestion) => void,
): readonly TableColumn<Suggestion>[] => [
  {
    title: words.severity,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
    sort: ({ severity }) => severityRanks[severity],
  },
  {
    title: words.suggestion,
    width: 28,
    cell: ({ title, detail, next, note }) => (
      <>
        <strong>{title}</strong>
        <br />
        {detail}
        {next && (
          <>
            <br />
            <NextLink step={next} />
          </>
        )}
        {note !== null && (
          <>
            <br />
            {t.noted(note)}
          </>
        )}
      </>
    ),
  },
  { title: words.tenant, cell: ({ tenant }) => tenant ?? words.none, sort: ({ tenant }) => tenant ?? '' },
  { title: t.evidence, width: 11, cell: ({ evidence }) => <Evidence evidence={evidence} /> },
  {
    title: t.since,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: ({ created_at }) => created_at,
  },
  {
    title: '',
    cell: (suggestion) =>
      mayChange && suggestion.status === 'open' && <Button onClick={() => resolve(suggestion)}>{t.resolve}</Button>,
  },
]

export const SuggestionsScreen = () => {
  const [search, change] = useUrl()
  const status = search.status === 'resolved' ? 'resolved' : 'open'
  const mayChange = useMay('operator')
  const [resolved, setResolved] = useState<Suggestion>()
  const columns = useMemo(() => columnsFor(mayChange, setResolved), [mayChange])
  const query = useSuggestions(status)
  return (
    <ScreenPage title={words.screens.suggestions} lead={t.lead}>
      <Bar>
        <LabelledField label={words.status}>
          {(field) => (
            <select {...field} value={status} onChange={({ target }) => change({ status: target.value })}>
              <option value="open">{t.open}</option>
              <option value="resolved">{t.resolved}</option>
            </select>
          )}
        </LabelledField>
      </Bar>
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={words.noSuggestions} />
          ) : (
            <Table label={words.screens.suggestions} rows={all} columns={columns} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      {resolved && (
        <FormModal
          title={t.resolve}
          text={resolved.title}
          submit={t.resolve}
          onClose={() => setResolved(undefined)}
          send={async (form) => {
            const note = readTextField(form, 'note')
            await unwrap(
              api.PUT('/admin/suggestions/{suggestion_id}/resolve', {
                params: { path: { suggestion_id: resolved.id } },
                body: note === undefined ? {} : { note },
              }),
            )
          }}
        >
          <LabelledField label={t.note}>
            {(field) => <textarea {...field} name="note" rows={3} maxLength={2000} />}
          </LabelledField>
        </FormModal>
      )}
    </ScreenPage>
  )
}
