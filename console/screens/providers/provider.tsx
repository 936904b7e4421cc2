import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/form/choice.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { Prose } from '../../parts/inline/prose.tsx'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { FilterBar } from '../../parts/list/filter-bar.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { Empty, Loaded } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useSlices } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { providersTexts as t } from './providers-texts.ts'

type Action = ApiSchemas['Provider']['actions'][number]

export const useProvider = (id: string) =>
  useQuery({
    queryKey: ['provider', id],
    queryFn: () => unwrap(api.GET('/admin/providers/{provider}', { params: { path: { provider: id } } })),
    staleTime: 600_000,
  })

export const useProviderId = (): string => useParams({ from: '/providers/$id' }).id

/** The effect of an action at the vendor. */
export const ActionBadge = ({ action: { kind, secret } }: { readonly action: Pick<Action, 'kind' | 'secret'> }) =>
  secret ? (
    <Badge tone="wrong">{words.effects.secret}</Badge>
  ) : (
    <Badge tone={kind === 'read' ? 'plain' : 'warn'}>{words.effects[kind]}</Badge>
  )

/** The classes of a write. */
export const formatClasses = ({ classes = [] }: Pick<Action, 'classes'>): string =>
  classes.map((one) => t.classNames[one]).join(', ')

const columnsFor = (provider: string): readonly TableColumn<Action>[] => [
  {
    title: words.action,
    card: 'title',
    cell: ({ name }) => (
      <Link to="/providers/$id/actions/$action" params={{ id: provider, action: name }}>
        {name}
      </Link>
    ),
    sort: ({ name }) => name,
  },
  {
    title: words.effect,
    width: 7,
    card: 'state',
    cell: (action) => <ActionBadge action={action} />,
    sort: ({ kind }) => kind,
  },
  { title: t.classes, width: 9, cell: formatClasses },
  { title: t.description, cell: ({ description }) => <Prose>{description}</Prose> },
]

const kindOf = ({ kind, secret }: Action): string => (secret ? 'secret' : kind)

const Actions = ({ provider }: { readonly provider: ApiSchemas['Provider'] }) => {
  const [{ q = '', kind = 'all' }, change] = useUrl()
  const columns = useMemo(() => columnsFor(provider.id), [provider.id])
  const found = useMemo(
    () =>
      provider.actions.filter(
        (action) =>
          (kind === 'all' || kindOf(action) === kind) &&
          `${action.name} ${action.description}`.toLowerCase().includes(q.toLowerCase()),
      ),
    [provider.actions, q, kind],
  )
  const pages = useSlices({ data: found, error: null, refetch: () => {} })
  const has = (one: string): boolean => provider.actions.some((action) => kindOf(action) === one)
  const kinds = (Object.entries(t.kinds) as [keyof typeof t.kinds, string][]).filter(
    ([one]) => one === 'all' || has(one),
  )
  return (
    <>
      <FilterBar label={t.findAction} fields={[]} search="q">
        <ChoiceField
          label={t.effect}
          choices={kinds}
          value={kind as keyof typeof t.kinds}
          onChange={(one) => change({ kind: one === 'all' ? undefined : one, page: undefined })}
        />
      </FilterBar>
      <PagedTable
        label={words.actions}
        pages={pages}
        columns={columns}
        rowKey={({ name }) => name}
        empty={<Empty title={t.noneFound} />}
      />
    </>
  )
}

export const ProviderActions = () => {
  const query = useProvider(useProviderId())
  return <Loaded query={query}>{(provider) => <Actions provider={provider} />}</Loaded>
}

/** A provider: its name, and its parts as tabs. */
export const ProviderScreen = () => {
  const id = useProviderId()
  const { data } = useProvider(id)
  return (
    <ScreenPage
      title={data?.title ?? id}
      up={{ to: '/providers', title: words.screens.providers }}
      mark={<ProviderMark id={id} isLarge />}
      lead={data ? <code>{`${data.package} ${data.version}`}</code> : <span className="blank" />}
      actions={
        <Link to="/accounts" search={{ provider: id }} className={buttonClass}>
          {t.accounts}
        </Link>
      }
      tabs={
        <Tabs
          label={t.tabs.label}
          tabs={[
            { title: t.tabs.actions, to: `/providers/${id}`, count: data?.actions.length },
            { title: t.tabs.activity, to: `/providers/${id}/activity` },
          ]}
        />
      }
    >
      <Outlet />
    </ScreenPage>
  )
}
