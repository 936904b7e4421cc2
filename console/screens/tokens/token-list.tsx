import { currentMs, exactSecondsOf } from '@patchbay/core/time'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { ruleKey } from '../../parts/form/rules/policy-rule.ts'
import { Badge, type Tone } from '../../parts/inline/badge.tsx'
import { Ban, KeyRound } from '../../parts/inline/shapes.ts'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import { SelectionBar, useSelection } from '../../parts/list/selection.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { Empty } from '../../parts/page/loaded.tsx'
import { useTenantNames } from '../../state/gateway/names.ts'
import { useProviders } from '../../state/gateway/reads.ts'
import { useMay } from '../../state/gateway/session.ts'
import type { PagedRows } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { useDeed } from '../../state/use-deed.ts'
import { words } from '../../words.ts'
import { describeRights, type Titles } from './describe-rules.ts'
import { callsOf, type ManyTokens, RevokeMany, type Token, tokenName, useTokenTasks } from './token-tasks.tsx'
import { tokensTexts as t } from './tokens-texts.ts'

const soonSeconds = 3 * 86_400

const readState = ({ expires_at }: Token): keyof typeof t.states => {
  const left = expires_at === null ? Number.POSITIVE_INFINITY : expires_at - exactSecondsOf(currentMs())
  if (left <= 0) return 'expired'
  return left < soonSeconds ? 'expiring' : 'active'
}

const tones: Readonly<Record<keyof typeof t.states, Tone>> = { active: 'good', expiring: 'warn', expired: 'wrong' }

const tenantWith = (names: Readonly<Record<string, string>>): TableColumn<Token> => ({
  title: words.tenant,

  cell: ({ tenant_id }) => <TenantLink id={tenant_id} names={names} tab="tokens" />,
})

/** The label leads to the calls with the token; its id stands behind it where there is room. */
const label: TableColumn<Token> = {
  title: words.label,

  card: 'title',
  cell: (token) => (
    <span className="row line named">
      <Link {...callsOf(token)} dir="auto" className="name" title={`${tokenName(token)}\n${t.tasks.calls}`}>
        {tokenName(token)}
      </Link>
      {token.label !== null && <small title={token.token_id}>{token.token_id}</small>}
    </span>
  ),
}

const about = (titles: Titles): readonly TableColumn<Token>[] => [
  {
    title: words.status,
    width: 6,
    card: 'state',
    cell: (token) => <Badge tone={tones[readState(token)]}>{t.states[readState(token)]}</Badge>,
  },
  {
    title: words.allow,
    isExtra: true,
    cell: (token) => {
      const rules = [...(token.allow ?? []).map(ruleKey), ...(token.deny ?? []).map((rule) => `−${ruleKey(rule)}`)]
      return (
        <span className={rules.length === 0 ? 'quiet' : undefined} title={rules.join('\n') || undefined}>
          {describeRights(token, titles)}
        </span>
      )
    },
  },
  { title: words.lastUsed, width: 6.5, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { title: words.expires, width: 6, isExtra: true, cell: ({ expires_at }) => <Time at={expires_at} /> },
]

const created: TableColumn<Token> = {
  title: words.created,
  width: 6.5,
  isExtra: true,
  cell: ({ created_at }) => <Time at={created_at} />,
}

/** A leaked token is rotated from its row, without a way through the menu. */
const rotate = (begin: (token: Token) => void): TableColumn<Token> => ({
  title: '',
  width: 6.5,
  isExtra: true,
  cell: (token) => <Button onClick={() => begin(token)}>{t.tasks.rotate}</Button>,
})

interface Props {
  readonly pages: PagedRows<Token>
  readonly withTenant: boolean
  readonly isFiltered: boolean
  /** Reads all that the filter selects, as far as they are changed at once. */
  readonly readMatching?: (() => Promise<ManyTokens>) | undefined
}

/** Tokens, with what can be done with one or several. */
export const TokenList = ({ pages, withTenant, isFiltered, readMatching }: Props) => {
  const mayChange = useMay('operator')
  const tasks = useTokenTasks(!withTenant)
  const selection = useSelection()
  const [{ token }] = useUrl()
  const named = pages.rows?.find(({ token_id }) => token_id === token)
  useDeed((deed) => {
    if (!(deed === 'rotate' || deed === 'revoke') || !named || !mayChange) return false
    tasks.begin(deed, named)
    return true
  })
  const [revoked, setRevoked] = useState<ManyTokens>()
  const names = useTenantNames(withTenant ? (pages.rows ?? []).map(({ tenant_id }) => tenant_id) : [])
  const { data: providers } = useProviders()
  const columns = useMemo(() => {
    const titles = new Map(providers?.map(({ id, title }) => [id, title]))
    return withTenant ? [label, tenantWith(names), ...about(titles)] : [label, ...about(titles), created]
  }, [names, withTenant, providers])
  const chosen = (pages.rows ?? []).filter(({ token_id }) => selection.keys.has(token_id))
  return (
    <>
      <PagedTable
        label={words.screens.tokens}
        pages={pages}
        columns={mayChange ? [...columns, rotate((token) => tasks.begin('rotate', token))] : columns}
        rowKey={({ token_id }) => token_id}
        rowName={tokenName}
        menu={tasks.choose}
        selection={mayChange ? selection : undefined}
        empty={
          isFiltered ? (
            <Empty title={t.noneFound} />
          ) : (
            <Empty icon={KeyRound} title={t.empty}>
              <p>{t.emptyText}</p>
            </Empty>
          )
        }
      />
      <SelectionBar selection={selection}>
        <Button isDanger icon={Ban} onClick={() => setRevoked({ tokens: chosen, hasMore: false })}>
          {t.tasks.revoke}
        </Button>
        {readMatching && (
          <Button isDanger onClick={async () => setRevoked(await readMatching())}>
            {t.revokeAll}
          </Button>
        )}
      </SelectionBar>
      {tasks.dialog}
      {revoked && <RevokeMany many={revoked} onClose={() => setRevoked(undefined)} onDone={selection.clear} />}
    </>
  )
}
