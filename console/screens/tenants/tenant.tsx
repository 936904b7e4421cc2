import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Id } from '../../parts/id.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { CirclePause, CirclePlay, Link2 } from '../../parts/inline/shapes.ts'
import { Loaded } from '../../parts/page/loaded.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { Tabs } from '../../parts/page/tabs.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { useDeed } from '../../state/use-deed.ts'
import { words } from '../../words.ts'
import { TenantStatus, useTenantStatus } from './tenant-status.tsx'
import { tenantsTexts as t } from './tenants-texts.ts'

export type Tenant = ApiSchemas['Tenant']

/** The tenant of the page. */
export const useTenant = (id: string) =>
  useQuery({
    queryKey: ['tenant', id],
    queryFn: () => unwrap(api.GET('/admin/tenants/{tenant}', { params: { path: { tenant: id } } })),
  })

export const useTenantId = (): string => useParams({ from: '/tenants/$id' }).id

const countAccounts = ({ providers }: Tenant): number =>
  Object.values(providers).reduce((sum, { accounts }) => sum + accounts.length, 0)

const Status = ({ tenant }: { readonly tenant: Tenant }) => {
  const status = useTenantStatus()
  useDeed((deed) => {
    if (deed !== 'suspend') return false
    status.suspend([tenant])
    return true
  })
  return (
    <>
      <Link to="/connect" search={{ create: 'on', for: tenant.id }} className={buttonClass}>
        <Icon shape={Link2} />
        {t.tasks.link}
      </Link>
      {tenant.status === 'active' ? (
        <Button icon={CirclePause} onClick={() => status.suspend([tenant])}>
          {t.tasks.suspend}
        </Button>
      ) : (
        <Button icon={CirclePlay} onClick={() => status.activate([tenant])}>
          {t.tasks.activate}
        </Button>
      )}
      {status.dialog}
    </>
  )
}

/** A tenant: its name and state, and its parts as tabs. */
export const TenantScreen = () => {
  const id = useTenantId()
  const mayChange = useMay('operator')
  const query = useTenant(id)
  const tenant = query.data
  const base = `/tenants/${id}`
  return (
    <ScreenPage
      title={tenant?.name ?? id}
      windowTitle={`${words.tenant} ${tenant?.name ?? id}`}
      up={{ to: '/tenants', title: words.screens.tenants }}
      state={tenant && <TenantStatus {...tenant} />}
      lead={<Id>{id}</Id>}
      actions={mayChange && tenant && <Status tenant={tenant} />}
      tabs={
        <Tabs
          label={t.tabs.label}
          tabs={[
            { title: t.tabs.overview, to: base },
            { title: t.tabs.accounts, to: `${base}/accounts`, count: tenant && countAccounts(tenant) },
            { title: t.tabs.tokens, to: `${base}/tokens` },
            { title: t.tabs.access, to: `${base}/access` },
            { title: t.tabs.usage, to: `${base}/usage` },
            { title: t.tabs.log, to: `${base}/log` },
            { title: t.tabs.settings, to: `${base}/settings` },
          ]}
        />
      }
    >
      <Loaded query={query}>{() => <Outlet />}</Loaded>
    </ScreenPage>
  )
}
