import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Bar, ScreenPage, Section } from '../../parts/page.tsx'
import { EntryTable } from '../../parts/table/entry-table.tsx'
import { api, unwrap } from '../../state/api.ts'
import { words } from '../../words.ts'
import { callsTexts as t } from './calls-texts.ts'

export const CallsScreen = () => {
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
    <ScreenPage title={words.screens.calls} lead={t.lead}>
      <form onSubmit={find}>
        <Bar>
          <LabelledField label={words.entry.request}>
            {(field) => <input {...field} name="id" autoComplete="off" required />}
          </LabelledField>
          <LabelledField label={' '}>{() => <Button type="submit">{t.find}</Button>}</LabelledField>
        </Bar>
      </form>
      <Section title={t.recent}>
        <Loaded query={failed}>
          {({ entries }) => {
            const calls = entries.filter(({ source }) => source === 'rest' || source === 'mcp')
            return calls.length === 0 ? <Empty title={t.noneFailed} /> : <EntryTable label={t.recent} entries={calls} />
          }}
        </Loaded>
      </Section>
    </ScreenPage>
  )
}
