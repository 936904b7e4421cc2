import { problemTexts } from '../../parts/page/problem-texts.ts'
import type { ApiSchemas } from '../../state/gateway/api.ts'
import { findPlace, type Place } from '../../state/gateway/next-step.ts'
import { suggestionsTexts as t } from './suggestions-texts.ts'

export type Suggestion = ApiSchemas['Suggestion']

/** The screen where a person resolves a finding, or at least sees it. */
interface FindingStep {
  readonly title: string
  readonly to: Place
}

const ofTenant = (tenant: string | undefined, tab: string): Place => ({
  to: `/tenants/${encodeURIComponent(tenant ?? '')}/${tab}`,
})

const decode = (part: string): string => decodeURIComponent(part)

/** The screen for the data at this path of the API; `undefined`: no screen has it. */
const findScreen = (evidence: string): FindingStep | undefined => {
  const [, path = '', query] = /^(?:GET )?\/admin\/([^?]*)\??(.*)$/.exec(evidence) ?? []
  const [name = '', first, second] = path.split('/').map(decode)
  const filters = Object.fromEntries(new URLSearchParams(query))
  const screens: Readonly<Record<string, FindingStep>> = {
    audit: { title: t.steps.log, to: { to: '/log', search: filters } },
    calls: { title: t.steps.log, to: { to: '/log', search: { calls: 'on', ...filters } } },
    tokens: { title: t.steps.account, to: { to: '/accounts', search: { tenant: first, provider: second } } },
    apps: { title: t.steps.application, to: { to: '/connect', search: { tenant: second, app: first } } },
    auth: { title: t.steps.tokens, to: ofTenant(first, 'tokens') },
    usage: { title: t.steps.usage, to: ofTenant(first, 'usage') },
    billing: { title: t.steps.usage, to: ofTenant(first, 'usage') },
    providers: { title: t.steps.provider, to: { to: `/providers/${encodeURIComponent(first ?? '')}` } },
    'system-health': { title: t.steps.overview, to: { to: '/' } },
  }
  return Object.hasOwn(screens, name) ? screens[name] : undefined
}

/** A new credential for the account, else the step that the gateway proposes, else what shows the finding. */
export const findFindingStep = ({ connect, next, evidence }: Suggestion): FindingStep | undefined => {
  if (connect) {
    const account = `${connect.provider}/${connect.account_id}`
    return {
      title: t.steps.reconnect,
      to: { to: '/connect', search: { create: 'on', for: connect.tenant_id, account } },
    }
  }
  const place = next ? findPlace(next) : undefined
  return place ? { title: problemTexts.links[place[0]], to: place[1] } : findScreen(evidence)
}
