import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, Page, Section } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { curlOf } from '../state/curl.ts'
import { useUrl } from '../state/search.ts'
import { t } from '../texts.ts'
import css from './provider.module.css'

type Action = Schemas['Provider']['actions'][number]

const columnsFor = (provider: string): readonly Column<Action>[] => [
  {
    title: t.call.action,
    cell: ({ name }) => (
      <Link to="/providers/$id" params={{ id: provider }} search={{ action: name }}>
        {name}
      </Link>
    ),
    sort: ({ name }) => name,
  },
  {
    title: t.providers.effect,
    cell: ({ kind }) => <Badge tone={kind === 'read' ? 'plain' : 'warn'}>{t.providers.kinds[kind]}</Badge>,
    sort: ({ kind }) => kind,
  },
  { title: t.providers.description, cell: ({ description }) => description },
]

interface Parameter {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const typeOf = (schema: unknown): string => {
  if (!isRecord(schema)) return ''
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  return Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? '')
}

const parametersOf = (schema: unknown): readonly Parameter[] => {
  if (!isRecord(schema) || !isRecord(schema.properties)) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, value]) => ({
    name,
    type: typeOf(value),
    isRequired: required.includes(name),
    description: isRecord(value) ? String(value.description ?? '') : '',
  }))
}

const parameterColumns: readonly Column<Parameter>[] = [
  { title: t.providers.parameter, cell: ({ name }) => <code>{name}</code>, sort: ({ name }) => name },
  { title: t.providers.type, cell: ({ type }) => type },
  {
    title: t.providers.required,
    cell: ({ isRequired }) => (isRequired ? t.yes : t.no),
    sort: ({ isRequired }) => (isRequired ? 0 : 1),
  },
  { title: t.providers.description, cell: ({ description }) => description },
]

/** A value of the right kind to begin with, for each parameter that must be there. */
const sampleOf = (parameters: readonly Parameter[]): Record<string, unknown> => {
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
  const call = { action, ...sampleOf(parameters) }
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: provider, arguments: call } }
  return (
    <Section title={t.providers.tryIt}>
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
      </Bar>
      <p>{t.providers.overRest}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={css.code} tabIndex={0}>
        {curlOf(`${origin}/api/v1/${tenant || '<tenant>'}/${provider}`, call)}
      </pre>
      <p>{t.providers.overMcp}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={css.code} tabIndex={0}>
        {curlOf(`${origin}/mcp`, tool, " \\\n  -H 'Accept: application/json, text/event-stream'")}
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
        const all = parametersOf(parameters)
        return (
          <>
            <Section title={action}>
              <p>{description}</p>
              {all.length === 0 ? (
                <Empty title={t.providers.noParameters} />
              ) : (
                <Table
                  label={t.providers.parameters}
                  rows={all}
                  columns={parameterColumns}
                  rowKey={({ name }) => name}
                />
              )}
            </Section>
            <TryIt provider={provider} action={action} parameters={all} />
          </>
        )
      }}
    </Loaded>
  )
}

const Actions = ({ provider }: { readonly provider: Schemas['Provider'] }) => {
  const [{ find = '' }, change] = useUrl()
  const columns = useMemo(() => columnsFor(provider.id), [provider.id])
  const words = find.toLowerCase()
  const found = provider.actions.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(words),
  )
  return (
    <>
      <Bar>
        <Field label={t.providers.find}>
          {(field) => (
            <input {...field} type="search" value={find} onChange={({ target }) => change({ find: target.value })} />
          )}
        </Field>
      </Bar>
      {found.length === 0 ? (
        <Empty title={t.providers.noneFound} />
      ) : (
        <Table label={t.providers.actions} rows={found} columns={columns} rowKey={({ name }) => name} />
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
    <Page title={query.data?.title ?? id} lead={query.data?.package}>
      {action !== undefined && <ActionSection provider={id} action={action} />}
      <Loaded query={query}>{(provider) => <Actions provider={provider} />}</Loaded>
    </Page>
  )
}
