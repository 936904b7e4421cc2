import { Link } from '@tanstack/react-router'
import { Badge } from '../parts/badge.tsx'
import { mainButtonClass } from '../parts/button.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import type { Schemas } from '../state/api.ts'
import { useTenants } from '../state/reads.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Tenant = Schemas['Tenant']

const columns: readonly Column<Tenant>[] = [
  {
    title: t.tenants.id,
    cell: ({ id }) => (
      <Link to="/tenants/$id" params={{ id }}>
        {id}
      </Link>
    ),
    sort: ({ id }) => id,
  },
  { title: t.tenants.name, cell: ({ name }) => name, sort: ({ name }) => name },
  {
    title: t.tenants.status,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'warn'}>{t.tenants.statuses[status]}</Badge>,
    sort: ({ status }) => status,
  },
  { title: t.nav.providers, cell: ({ providers }) => Object.keys(providers).join(', ') || t.none },
  {
    title: t.tenants.changed,
    cell: ({ updated_at }) => <Time at={updated_at} />,
    sort: ({ updated_at }) => updated_at,
  },
]

export const Tenants = () => {
  const mayChange = useMay('operator')
  return (
    <Page
      title={t.tenants.title}
      lead={t.tenants.lead}
      actions={
        mayChange && (
          <Link to="/tenants/new" className={mainButtonClass}>
            {t.tenants.make}
          </Link>
        )
      }
    >
      <Loaded query={useTenants()}>
        {(tenants) =>
          tenants.length === 0 ? (
            <Empty title={t.tenants.empty}>{t.tenants.emptyText}</Empty>
          ) : (
            <Table label={t.tenants.title} rows={tenants} columns={columns} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Page>
  )
}
