import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  buildSampleParameters,
  readSchemaParameters,
  type SchemaParameter,
} from '../../parts/form/schema/parameters.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Code } from '../../parts/page/code.tsx'
import { JsonCode } from '../../parts/page/json-code.tsx'
import { Loaded, LoadingBox } from '../../parts/page/loaded.tsx'
import { Columns, ScreenPage, Section } from '../../parts/page/page.tsx'
import { formatCurlCommand } from '../../state/curl.ts'
import { api, unwrap } from '../../state/gateway/api.ts'
import { readPublicOrigin, useConfiguration } from '../../state/gateway/reads.ts'
import { useMay } from '../../state/gateway/session.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { useTenant } from '../tenants/tenant.tsx'
import { ActionBadge, formatClasses, useProvider } from './provider.tsx'
import { providersTexts as t } from './providers-texts.ts'
import { RunAction } from './run-action.tsx'

const columns: readonly TableColumn<SchemaParameter>[] = [
  { title: t.parameter, card: 'title', cell: ({ name }) => <code>{name}</code>, sort: ({ name }) => name },
  { title: t.type, cell: ({ type }) => type },
  {
    title: t.required,
    width: 6,
    cell: ({ isRequired }) => (isRequired ? words.yes : words.no),
    sort: ({ isRequired }) => (isRequired ? 0 : 1),
  },
  { title: t.description, isText: true, cell: ({ description }) => description },
]

/** The action as programs call it. */
const Commands = ({
  provider,
  action,
  parameters,
}: Readonly<Record<'provider' | 'action', string>> & { readonly parameters: readonly SchemaParameter[] }) => {
  const [{ tenant = '<tenant>' }] = useUrl()
  const { data: settings } = useConfiguration()
  if (!settings) return <LoadingBox />
  const origin = readPublicOrigin(settings)
  const call = { action, ...buildSampleParameters(parameters) }
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: provider, arguments: call } }
  return (
    <Section title={t.call}>
      <h3>{t.overRest}</h3>
      <Code label={t.overRest}>{formatCurlCommand(`${origin}/api/v1/${tenant}/${provider}`, call)}</Code>
      <h3>{t.overMcp}</h3>
      <Code label={t.overMcp}>
        {formatCurlCommand(`${origin}/mcp`, tool, " \\\n  -H 'Accept: application/json, text/event-stream'")}
      </Code>
    </Section>
  )
}

/** Shows its children once the tenant is loaded: the form that the tenant completes would move everything below it. */
const AfterTenant = ({ id, children }: { readonly id: string; readonly children: ReactNode }) =>
  useTenant(id).isPending ? <LoadingBox /> : children

/** An action: its parameters, a form that runs it, and how programs call it. */
export const ActionScreen = () => {
  const { id, action } = useParams({ from: '/providers/$id/actions/$action' })
  const [{ tenant }] = useUrl()
  const [firstTenant] = useState(tenant)
  const mayRun = useMay('operator')
  const provider = useProvider(id)
  const query = useQuery({
    queryKey: ['action', id, action],
    queryFn: () =>
      unwrap(api.GET('/admin/providers/{provider}/{action}', { params: { path: { provider: id, action } } })),
    staleTime: 600_000,
  })
  return (
    <ScreenPage
      title={action}
      up={{ to: `/providers/${id}`, title: provider.data?.title ?? id }}
      mark={<ProviderMark id={id} isLarge />}
      state={
        query.data && (
          <>
            <ActionBadge action={query.data} /> {formatClasses(query.data)}
          </>
        )
      }
      lead={query.data?.description ?? <span className="blank" />}
    >
      <Loaded query={query}>
        {(found) => {
          const parameters = readSchemaParameters(found.parameters)
          const content = (
            <>
              <Columns>
                {mayRun && <RunAction provider={id} action={found} parameters={parameters} />}
                <Commands provider={id} action={action} parameters={parameters} />
              </Columns>
              <Section title={t.parameters} isFlush={parameters.length > 0}>
                {parameters.length === 0 ? (
                  <p>{t.noParameters}</p>
                ) : (
                  <Table label={t.parameters} rows={parameters} columns={columns} rowKey={({ name }) => name} />
                )}
              </Section>
              {found.roles !== undefined && (
                <Section title={t.roles}>
                  <JsonCode label={t.roles} value={found.roles} />
                </Section>
              )}
            </>
          )
          return firstTenant === undefined ? content : <AfterTenant id={firstTenant}>{content}</AfterTenant>
        }}
      </Loaded>
    </ScreenPage>
  )
}
