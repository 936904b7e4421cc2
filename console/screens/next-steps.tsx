import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, type Schemas, unwrap } from '../app/api.ts'
import { Badge } from '../parts/badge.tsx'
import { Section } from '../parts/page.tsx'
import { t } from '../texts.ts'

/** What a new tenant still lacks before its first call, each with the screen where it is done; nothing once there is all. */
export const NextSteps = ({ tenant: { id, providers } }: { readonly tenant: Schemas['Tenant'] }) => {
  const path = { params: { path: { tenant: id } } }
  const { data: credentials } = useQuery({
    queryKey: ['credentials', id],
    queryFn: async () => (await unwrap(api.GET('/admin/tokens/{tenant}', path))).credentials,
  })
  const { data: tokens } = useQuery({
    queryKey: ['tokens', id],
    queryFn: async () => (await unwrap(api.GET('/admin/auth/{tenant}', path))).tokens,
  })
  if (!credentials || !tokens) return null
  const accounts = Object.values(providers).reduce((sum, { accounts: all }) => sum + all.length, 0)
  const steps = [
    { title: t.steps.account, isDone: accounts > 0, to: '/tenants' as const },
    { title: t.steps.credential, isDone: accounts > 0 && credentials.length >= accounts, to: '/accounts' as const },
    { title: t.steps.token, isDone: tokens.length > 0, to: '/tokens' as const },
    {
      title: t.steps.call,
      isDone: tokens.some(({ last_used_at }) => last_used_at !== null),
      to: '/providers' as const,
    },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Section title={t.steps.title}>
      <ol className="steps">
        {steps.map(({ title, isDone, to }) => (
          <li key={title}>
            <Badge tone={isDone ? 'good' : 'plain'}>{isDone ? t.steps.done : t.steps.todo}</Badge>{' '}
            {isDone || to === '/tenants' ? (
              title
            ) : (
              <Link to={to} search={{ tenant: id }}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
