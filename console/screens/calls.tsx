import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button } from '../parts/button.tsx'
import { EntryTable } from '../parts/entry-table.tsx'
import { Field } from '../parts/field.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, Page, Section } from '../parts/page.tsx'
import { api, unwrap } from '../state/api.ts'
import { t } from '../texts.ts'

export const Calls = () => {
  const navigate = useNavigate()
  const failed = useQuery({
    queryKey: ['audit', 'failed'],
    queryFn: () =>
      unwrap(api.GET('/admin/audit', { params: { query: { outcome: 'error', since: '24h', limit: 50 } } })),
  })
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget).get('id')).trim()
    if (id !== '') void navigate({ to: '/calls/$id', params: { id } })
  }
  return (
    <Page title={t.calls.title} lead={t.calls.lead}>
      <form onSubmit={find}>
        <Bar>
          <Field label={t.calls.id}>{(field) => <input {...field} name="id" autoComplete="off" required />}</Field>
          <Field label={' '}>{() => <Button type="submit">{t.calls.find}</Button>}</Field>
        </Bar>
      </form>
      <Section title={t.calls.recent}>
        <Loaded query={failed}>
          {({ entries }) => {
            const calls = entries.filter(({ source }) => source === 'rest' || source === 'mcp')
            return calls.length === 0 ? (
              <Empty title={t.calls.noneFailed} />
            ) : (
              <EntryTable label={t.calls.recent} entries={calls} />
            )
          }}
        </Loaded>
      </Section>
    </Page>
  )
}
