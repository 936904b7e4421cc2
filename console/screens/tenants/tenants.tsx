import { Link } from '@tanstack/react-router'
import { Badge } from '../../parts/badge.tsx'
import { mainButtonClass } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Bar, ScreenPage } from '../../parts/page.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { Time } from '../../parts/time.tsx'
import type { ApiSchemas } from '../../state/api.ts'
import { useFoundTenants, useTenants } from '../../state/reads.ts'
import { useUrl } from '../../state/search.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { tenantsTexts as t } from './tenants-texts.ts'

type Tenant = ApiSchemas['Tenant']

const columns: readonly TableColumn<Tenant>[] = [
  {
    title: words.id,
    cell: ({ id }) => (
      <Link to="/tenants/$id" params={{ id }}>
        {id}
      </Link>
    ),
    sort: ({ id }) => id,
  },
  { title: words.name, cell: ({ name }) => name, sort: ({ name }) => name },
  {
    title: words.status,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'warn'}>{t.statuses[status]}</Badge>,
    sort: ({ status }) => status,
  },
  { title: words.screens.providers, cell: ({ providers }) => Object.keys(providers).join(', ') || words.none },
  {
    title: words.changed,
    cell: ({ updated_at }) => <Time at={updated_at} />,
    sort: ({ updated_at }) => updated_at,
  },
]

/** More than anybody reads; a longer search text finds fewer. */
const most = 200

export const TenantsScreen = () => {
  const mayChange = useMay('operator')
  const [{ q = '' }, change] = useUrl()
  const typed = q.trim()
  const [all, found] = [useTenants(typed === ''), useFoundTenants(typed, most)]
  return (
    <ScreenPage
      title={words.screens.tenants}
      lead={t.lead}
      actions={
        mayChange && (
          <Link to="/tenants/new" className={mainButtonClass}>
            {words.createTenant}
          </Link>
        )
      }
    >
      <Bar>
        <LabelledField label={t.find}>
          {(field) => (
            <input
              {...field}
              type="search"
              maxLength={200}
              defaultValue={q}
              onChange={({ target }) => change({ q: target.value })}
            />
          )}
        </LabelledField>
      </Bar>
      <Loaded query={typed === '' ? all : found}>
        {(tenants) => {
          if (tenants.length > 0)
            return <Table label={words.screens.tenants} rows={tenants} columns={columns} rowKey={({ id }) => id} />
          return typed === '' ? <Empty title={t.empty}>{t.emptyText}</Empty> : <Empty title={t.noneFound(typed)} />
        }}
      </Loaded>
      {typed !== '' && found.data?.length === most && <p role="status">{t.firstFound(most)}</p>}
    </ScreenPage>
  )
}
