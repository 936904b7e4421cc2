import { Link } from '@tanstack/react-router'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { count } from '../parts/numbers.ts'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import type { Schemas } from '../state/api.ts'
import { useProviders } from '../state/reads.ts'
import { t } from '../texts.ts'

const columns: readonly Column<Schemas['ProviderSummary']>[] = [
  {
    title: t.call.provider,
    cell: ({ id, title }) => (
      <Link to="/providers/$id" params={{ id }}>
        {title}
      </Link>
    ),
    sort: ({ title }) => title,
  },
  { title: t.providers.id, cell: ({ id }) => <code>{id}</code>, sort: ({ id }) => id },
  { title: t.settings.version, cell: ({ version }) => version },
  { title: t.providers.actions, cell: ({ actions }) => count(actions), sort: ({ actions }) => actions, isNumber: true },
  { title: t.providers.package, cell: (provider) => provider.package },
]

export const Providers = () => (
  <Page title={t.providers.title} lead={t.providers.lead}>
    <Loaded query={useProviders()}>
      {(providers) =>
        providers.length === 0 ? (
          <Empty title={t.providers.empty} />
        ) : (
          <Table label={t.providers.title} rows={providers} columns={columns} rowKey={({ id }) => id} />
        )
      }
    </Loaded>
  </Page>
)
