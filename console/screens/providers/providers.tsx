import { Link } from '@tanstack/react-router'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { formatCount } from '../../parts/numbers.ts'
import { ScreenPage } from '../../parts/page.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import type { ApiSchemas } from '../../state/api.ts'
import { useProviders } from '../../state/reads.ts'
import { words } from '../../words.ts'
import { providersTexts as t } from './providers-texts.ts'

const columns: readonly TableColumn<ApiSchemas['ProviderSummary']>[] = [
  {
    title: words.provider,
    cell: ({ id, title }) => (
      <Link to="/providers/$id" params={{ id }}>
        {title}
      </Link>
    ),
    sort: ({ title }) => title,
  },
  { title: words.id, cell: ({ id }) => <code>{id}</code>, sort: ({ id }) => id },
  { title: words.version, cell: ({ version }) => version },
  {
    title: words.actions,
    cell: ({ actions }) => formatCount(actions),
    sort: ({ actions }) => actions,
    isNumber: true,
  },
  { title: t.package, cell: (provider) => provider.package },
]

export const ProvidersScreen = () => (
  <ScreenPage title={words.screens.providers} lead={t.lead}>
    <Loaded query={useProviders()}>
      {(providers) =>
        providers.length === 0 ? (
          <Empty title={t.empty} />
        ) : (
          <Table label={words.screens.providers} rows={providers} columns={columns} rowKey={({ id }) => id} />
        )
      }
    </Loaded>
  </ScreenPage>
)
