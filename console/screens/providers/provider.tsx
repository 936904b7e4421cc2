import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Bar, ScreenPage, Section } from '../../parts/page.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { formatCurlCommand } from '../../state/curl.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import css from './provider.module.css'
import { providersTexts as t } from './providers-texts.ts'

type Action = ApiSchemas['Provider']['actions'][number]

const columnsFor = (provider: string): readonly TableColumn<Action>[] => [
  {
    title: words.action,
    cell: ({ name }) => (
      <Link to="/providers/$id" params={{ id: provider }} search={{ action: name }}>
        {name}
      </Link>
    ),
    sort: ({ name }) => name,
  },
  {
    title: words.effect,
    cell: ({ kind, secret }) => (
      <>
        <Badge tone={kind === 'read' ? 'plain' : 'warn'}>{words.effects[kind]}</Badge>
        {secret && <Badge tone="wrong">{words.effects.secret}</Badge>}
      </>
    ),
    sort: ({ kind }) => kind,
  },
  { title: t.description, cell: ({ description }) => description },
]

interface Parameter {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const formatType = (schema: unknown): string => {
  if (!isRecord(schema)) return ''
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  return Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? '')
}

const listParameters = (schema: unknown): readonly Parameter[] => {
  if (!isRecord(schema) || !isRecord(schema.properties)) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, value]) => ({
    name,
    type: formatType(value),
    isRequired: required.includes(name),
    description: isRecord(value) ? String(value.description ?? '') : '',
  }))
}

const parameterColumns: readonly TableColumn<Parameter>[] = [
  { title: t.parameter, cell: ({ name }) => <code>{name}</code>, sort: ({ name }) => name },
  { title: t.type, cell: ({ type }) => type },
  {
    title: t.required,
    cell: ({ isRequired }) => (isRequired ? words.yes : words.no),
    sort: ({ isRequired }) => (isRequired ? 0 : 1),
  },
  { title: t.description, cell: ({ description }) => description },
]

/** A sample value of the right type for each required parameter. */
const buildSampleParameters = (parameters: readonly Parameter[]): Record<string, unknown> => {
  const samples: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, array: [], object: {} }
  const required = parameters.filter(({ isRequired }) => isRequired)
  return Object.fromEntries(required.map(({ name, type }) => [name, type in samples ? samples[type] : '…']))
}

const TryIt = ({
  provider,
  action,
  parameters,
}: Readonly<Record<'provider' | 'action', string>> & { readonly parameters: readonly Parameter[] }) => {
  const [{ tenant = '' }, change] = useUrl()
  const { origin } = window.location
  const call = { action, ...buildSampleParameters(parameters) }
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: provider, arguments: call } }
  return (
    <Section title={t.tryIt}>
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
      </Bar>
      <p>{t.overRest}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={css.code} tabIndex={0}>
        {formatCurlCommand(`${origin}/api/v1/${tenant || '<tenant>'}/${provider}`, call)}
      </pre>
      <p>{t.overMcp}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={css.code} tabIndex={0}>
        {formatCurlCommand(`${origin}/mcp`, tool, " \\\n  -H 'Accept: application/json, text/event-stream'")}
      </pre>
    </Section>
  )
}

const ActionSection = ({ provider, action }: Readonly<Record<'provider' | 'action', string>>) => {
  const query = useQuery({
    queryKey: ['action', provider, action],
    queryFn: () => unwrap(api.GET('/admin/providers/{provider}/{action}', { params: { path: { provider, action } } })),
    staleTime: 600_000,
  })
  return (
    <Loaded query={query}>
      {({ description, parameters }) => {
        const all = listParameters(parameters)
        return (
          <>
            <Section title={action}>
              <p>{description}</p>
              {all.length === 0 ? (
                <Empty title={t.noParameters} />
              ) : (
                <Table label={t.parameters} rows={all} columns={parameterColumns} rowKey={({ name }) => name} />
              )}
            </Section>
            <TryIt provider={provider} action={action} parameters={all} />
          </>
        )
      }}
    </Loaded>
  )
}

const Actions = ({ provider }: { readonly provider: ApiSchemas['Provider'] }) => {
  const [{ find = '' }, change] = useUrl()
  const columns = useMemo(() => columnsFor(provider.id), [provider.id])
  const typed = find.toLowerCase()
  const found = provider.actions.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(typed),
  )
  return (
    <>
      <Bar>
        <LabelledField label={words.findAction}>
          {(field) => (
            <input {...field} type="search" value={find} onChange={({ target }) => change({ find: target.value })} />
          )}
        </LabelledField>
      </Bar>
      {found.length === 0 ? (
        <Empty title={t.noneFound} />
      ) : (
        <Table label={words.actions} rows={found} columns={columns} rowKey={({ name }) => name} />
      )}
    </>
  )
}

export const ProviderScreen = () => {
  const { id } = useParams({ from: '/providers/$id' })
  const [{ action }] = useUrl()
  const query = useQuery({
    queryKey: ['provider', id],
    queryFn: () => unwrap(api.GET('/admin/providers/{provider}', { params: { path: { provider: id } } })),
    staleTime: 600_000,
  })
  return (
    <ScreenPage title={query.data?.title ?? id} lead={query.data?.package}>
      {action !== undefined && <ActionSection provider={id} action={action} />}
      <Loaded query={query}>{(provider) => <Actions provider={provider} />}</Loaded>
    </ScreenPage>
  )
}
