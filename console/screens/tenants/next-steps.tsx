import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mainButtonClass } from '../../parts/button.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { Circle, CircleCheck } from '../../parts/inline/shapes.ts'
import { Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { firstStepsTexts as t } from './first-steps-texts.ts'
import css from './next-steps.module.css'

/** The stored credentials and tokens of a tenant. `isPending`: not known yet. */
export const useStored = (id: string) => {
  const path = { params: { path: { tenant: id } } }
  const credentials = useQuery({
    queryKey: ['credentials', id],
    queryFn: async () => (await unwrap(api.GET('/admin/tokens/{tenant}', path))).credentials,
  })
  const tokens = useQuery({
    queryKey: ['tokens', id],
    queryFn: async () => (await unwrap(api.GET('/admin/auth/{tenant}', path))).tokens,
  })
  return { credentials: credentials.data, tokens: tokens.data, isPending: credentials.isPending || tokens.isPending }
}

interface Props {
  readonly tenant: ApiSchemas['Tenant']
  readonly stored: ReturnType<typeof useStored>
}

/** The steps that a new tenant needs before its first call; hidden once one was made: accounts in trouble have a place of their own. */
export const NextSteps = ({ tenant: { id, providers }, stored: { credentials, tokens } }: Props) => {
  if (!credentials || !tokens) return null
  const accounts = Object.values(providers).reduce((sum, { accounts: all }) => sum + all.length, 0)
  const steps = [
    { title: t.steps.account, isDone: accounts > 0 },
    { title: t.steps.credential, isDone: accounts > 0 && credentials.length >= accounts },
    { title: t.steps.token, isDone: tokens.length > 0 },
    { title: t.steps.call, isDone: tokens.some(({ last_used_at }) => last_used_at !== null) },
  ]
  if (steps.at(-1)?.isDone) return null
  return (
    <Section
      title={t.steps.title}
      actions={
        accounts > 0 && (
          <Link to="/tenants/new" search={{ tenant: id }} className={mainButtonClass}>
            {t.steps.continue}
          </Link>
        )
      }
    >
      <ol className={css.steps}>
        {steps.map(({ title, isDone }) => (
          <li key={title} data-done={isDone}>
            <Icon shape={isDone ? CircleCheck : Circle} />
            <span>
              {title} <span className="hidden">({isDone ? t.steps.done : t.steps.todo})</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
