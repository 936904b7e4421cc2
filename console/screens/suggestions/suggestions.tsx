import { useMemo, useState } from 'react'
import { ChoiceField } from '../../parts/form/choice.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { findTenants } from '../../parts/form/pick/tenant-field.tsx'
import { Check, NotebookPen } from '../../parts/inline/shapes.ts'
import { FilterBar, type FilterField } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { MenuChoice } from '../../parts/over/menu.tsx'
import { useDelete } from '../../parts/over/use-delete.ts'
import { Empty } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { useIsLeaving } from '../../state/deferred.ts'
import { type ApiQuery, api, unwrap } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { useMay } from '../../state/gateway/session.ts'
import { textPageSize, usePages } from '../../state/pages.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { findingColumns } from './finding-columns.tsx'
import type { Suggestion } from './finding-step.ts'
import { FindingGroups, findingDays, NoFindings } from './groups.tsx'
import { nameKind, suggestionsTexts as t } from './suggestions-texts.ts'

type Query = ApiQuery<'/admin/suggestions'>

const fields: readonly FilterField[] = [
  { name: 'severity', title: words.severity, values: words.severities },
  {
    name: 'kind',
    title: t.kind,
    find: async () => {
      const { counts } = await unwrap(api.GET('/admin/suggestions/counts'))
      return counts.map(({ kind, suggestions }) => ({ value: kind, text: t.group(nameKind(kind), suggestions) }))
    },
  },
  { name: 'tenant', title: words.tenant, find: findTenants },
]

const readQuery = ({ severity, kind, tenant, status }: Search): Query => ({
  status: status === 'resolved' ? 'resolved' : 'open',
  days: findingDays,
  ...(severity && { severity: severity as NonNullable<Query['severity']> }),
  ...(kind && { kind }),
  ...(tenant && { tenant }),
})

const resolve = ({ id }: Suggestion, note: string | undefined) =>
  unwrap(
    api.PUT('/admin/suggestions/{suggestion_id}/resolve', {
      params: { path: { suggestion_id: id } },
      body: note === undefined ? {} : { note },
      keepalive: true,
    }),
  )

interface ListProps {
  readonly query: Query
  readonly isFiltered: boolean
  readonly menu: ((suggestion: Suggestion) => readonly MenuChoice[]) | undefined
}

/** The findings that a filter selects, newest first. */
const FindingList = ({ query, isFiltered, menu }: ListProps) => {
  const isLeaving = useIsLeaving()
  const pages = usePages<Suggestion>(
    ['suggestions', 'list', query],
    async (page) => {
      const { suggestions, next_cursor, total } = await unwrap(
        api.GET('/admin/suggestions', { params: { query: { ...query, ...page, total: true } } }),
      )
      return [suggestions, next_cursor, total]
    },
    { size: textPageSize },
  )
  const names = useTenantNames((pages.rows ?? []).map(({ tenant }) => tenant))
  const columns = useMemo(() => findingColumns(names, true), [names])
  return (
    <PagedTable
      label={words.screens.suggestions}
      pages={{ ...pages, rows: pages.rows?.filter(({ id }) => !isLeaving(id)) }}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      {...(menu && { menu })}
      empty={isFiltered ? <Empty title={t.noneFound} /> : <NoFindings />}
    />
  )
}

export const SuggestionsScreen = () => {
  const [search, change] = useUrl()
  const mayChange = useMay('operator')
  const [noted, setNoted] = useState<Suggestion>()
  const finish = useDelete()
  const query = readQuery(search)
  const isOpen = query.status === 'open'
  const isFiltered = Boolean(search.severity || search.kind || search.tenant)
  const choices = (suggestion: Suggestion): readonly MenuChoice[] => [
    {
      title: t.resolve,
      icon: Check,
      onChoose: () => finish(suggestion.id, t.resolved(suggestion.title), () => resolve(suggestion, undefined)),
    },
    { title: t.resolveNote, icon: NotebookPen, onChoose: () => setNoted(suggestion) },
  ]
  const menu = mayChange && isOpen ? choices : undefined
  return (
    <ScreenPage title={words.screens.suggestions} lead={t.lead}>
      <FilterBar label={t.find} fields={fields}>
        <ChoiceField
          label={t.view}
          choices={Object.entries(t.views) as [keyof typeof t.views, string][]}
          value={query.status ?? 'open'}
          onChange={(status) => change({ status: status === 'open' ? undefined : status, page: undefined })}
        />
      </FilterBar>
      {isOpen && !isFiltered ? (
        <FindingGroups menu={menu} />
      ) : (
        <FindingList query={query} isFiltered={isFiltered} menu={menu} />
      )}
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
