import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Lightbulb, Link2, NotebookPen } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ChoiceField } from '../../parts/form/choice.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { findTenants } from '../../parts/form/pick/tenant-field.tsx'
import { SeverityBadge } from '../../parts/inline/severity.tsx'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import type { MenuChoice } from '../../parts/over/menu.tsx'
import { useDelete } from '../../parts/over/use-delete.ts'
import { Empty } from '../../parts/page/loaded.tsx'
import { NextLink } from '../../parts/page/next-link.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { useIsLeaving } from '../../state/deferred.ts'
import { type ApiQuery, type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { useMay } from '../../state/gateway/session.ts'
import { textPageSize, usePages } from '../../state/pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { suggestionsTexts as t } from './suggestions-texts.ts'

type Suggestion = ApiSchemas['Suggestion']
type Query = ApiQuery<'/admin/suggestions'>

/** The screen for the data at this path of the API. */
const findScreen = (evidence: string) => {
  const [, path = '', query] = /^(?:GET )?\/admin\/([^?]*)\??(.*)$/.exec(evidence) ?? []
  const [name, tenant, provider] = path.split('/')
  if (path === 'audit') return { to: '/log', search: Object.fromEntries(new URLSearchParams(query)) } as const
  if (path === 'calls')
    return { to: '/log', search: { calls: 'on', ...Object.fromEntries(new URLSearchParams(query)) } } as const
  if (name === 'tokens') return { to: '/accounts', search: { tenant, provider } } as const
  if (name === 'usage') return { to: '/costs', search: { q: tenant } } as const
  return path === 'system-health' ? ({ to: '/', search: {} } as const) : undefined
}

const Evidence = ({ evidence }: { readonly evidence: string }) => {
  const screen = findScreen(evidence)
  return screen ? <Link {...screen}>{t.links[screen.to]}</Link> : <code>{evidence}</code>
}

const columnsWith = (names: Readonly<Record<string, string>>): readonly TableColumn<Suggestion>[] => [
  { title: words.severity, width: 7, card: 'state', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  {
    title: words.suggestion,
    share: 4,
    card: 'title',
    isText: true,
    cell: ({ title, detail, next, note, evidence }) => (
      <>
        <strong>{title}</strong>
        <p className="detail">
          {detail} {next ? <NextLink step={next} isInline /> : <Evidence evidence={evidence} />}
        </p>
        {note !== null && <p className="detail">{t.noted(note)}</p>}
      </>
    ),
  },
  { title: words.tenant, cell: ({ tenant }) => <TenantLink id={tenant} names={names} /> },
  { title: t.since, width: 6.5, cell: ({ created_at }) => <Time at={created_at} /> },
]

const fields: readonly FilterField[] = [
  { name: 'severity', title: words.severity, values: words.severities },
  {
    name: 'kind',
    title: t.kind,
    find: async () => {
      const { counts } = await unwrap(api.GET('/admin/suggestions/counts'))
      return counts.map(({ kind, suggestions }) => ({ value: kind, text: suggestions.toLocaleString() }))
    },
  },
  { name: 'tenant', title: words.tenant, find: findTenants },
]

const readQuery = ({ severity, kind, tenant, status }: Search): Query => ({
  status: status === 'resolved' ? 'resolved' : 'open',
  days: 90,
  ...(severity && { severity: severity as NonNullable<Query['severity']> }),
  ...(kind && { kind }),
  ...(tenant && { tenant }),
})

/** How many there are of each kind, each a filter. */
const Kinds = () => {
  const [{ kind }, change] = useUrl()
  const { data } = useQuery({
    queryKey: ['suggestions', 'counts'],
    queryFn: async () => (await unwrap(api.GET('/admin/suggestions/counts'))).counts,
  })
  if (!data || data.length < 2) return null
  return (
    <ChoiceField
      label={t.kind}
      choices={[
        ['', words.all],
        ...data.slice(0, 4).map((one) => [one.kind, t.kinds(one.suggestions, one.kind)] as const),
      ]}
      value={kind ?? ''}
      onChange={(chosen) => change({ kind: chosen || undefined, page: undefined })}
    />
  )
}

const resolve = ({ id }: Suggestion, note: string | undefined) =>
  unwrap(
    api.PUT('/admin/suggestions/{suggestion_id}/resolve', {
      params: { path: { suggestion_id: id } },
      body: note === undefined ? {} : { note },
      keepalive: true,
    }),
  )

export const SuggestionsScreen = () => {
  const [search, change] = useUrl()
  const mayChange = useMay('operator')
  const [noted, setNoted] = useState<Suggestion>()
  const [finish, isLeaving] = [useDelete(), useIsLeaving()]
  const query = readQuery(search)
  const pages = usePages<Suggestion>(
    ['suggestions', 'list', query],
    async (page) => {
      const { suggestions, next_cursor } = await unwrap(
        api.GET('/admin/suggestions', { params: { query: { ...query, ...page } } }),
      )
      return [suggestions, next_cursor]
    },
    { size: textPageSize },
  )
  const names = useTenantNames((pages.rows ?? []).map(({ tenant }) => tenant))
  const columns = useMemo(() => columnsWith(names), [names])
  const menu = (suggestion: Suggestion): readonly MenuChoice[] => [
    {
      title: t.resolve,
      icon: Check,
      onChoose: () => finish(suggestion.id, t.resolved(suggestion.title), () => resolve(suggestion, undefined)),
    },
    { title: t.resolveNote, icon: NotebookPen, onChoose: () => setNoted(suggestion) },
    ...(suggestion.connect
      ? [
          {
            title: t.connect,
            icon: Link2,
            to: { to: '/connect', search: { create: 'on', for: suggestion.connect.tenant_id } },
          },
        ]
      : []),
  ]
  const isFiltered = Boolean(search.severity || search.kind || search.tenant)
  return (
    <ScreenPage title={words.screens.suggestions} lead={t.lead}>
      <FilterBar label={t.find} fields={fields}>
        <ChoiceField
          label={t.view}
          choices={Object.entries(t.views) as [keyof typeof t.views, string][]}
          value={query.status ?? 'open'}
          onChange={(status) => change({ status: status === 'open' ? undefined : status, page: undefined })}
        />
        {query.status === 'open' && <Kinds />}
      </FilterBar>
      <PagedTable
        label={words.screens.suggestions}
        pages={{ ...pages, rows: pages.rows?.filter(({ id }) => !isLeaving(id)) }}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        {...(mayChange && query.status === 'open' && { menu })}
        empty={
          isFiltered ? (
            <Empty title={t.noneFound} />
          ) : (
            <Empty icon={Lightbulb} title={t.empty}>
              <p>{t.emptyText}</p>
            </Empty>
          )
        }
      />
      {noted && (
        <FormModal
          title={t.resolve}
          text={noted.title}
          submit={t.resolve}
          onClose={() => setNoted(undefined)}
          send={(form) => resolve(noted, readTextField(form, 'note'))}
        >
          <LabelledField label={t.note}>
            {(field) => <textarea {...field} name="note" rows={3} maxLength={2000} />}
          </LabelledField>
        </FormModal>
      )}
    </ScreenPage>
  )
}
