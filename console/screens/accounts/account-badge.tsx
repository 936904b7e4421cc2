import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { Badge } from '../../parts/inline/badge.tsx'
import { Time } from '../../parts/inline/time.tsx'
import { words } from '../../words.ts'
import { accountTones, formatAccountKey, type ListedAccount } from './account.ts'
import { accountsTexts as t } from './accounts-texts.ts'

const testedKey = (account: ListedAccount) => ['tested', formatAccountKey(account)]

/** Keeps that a test succeeded, until the gateway's own probe says so. */
export const keepTested = (queries: QueryClient, account: ListedAccount): void => {
  queries.setQueryData(testedKey(account), true)
}

/** The state of an account: of a credential that seems fine, whether anything has shown that it works. */
export const AccountBadge = ({ account }: { readonly account: ListedAccount }) => {
  const { data: isTested = false } = useQuery<boolean>({ queryKey: testedKey(account), queryFn: skipToken })
  const { state, reason, tested_at, closed } = account
  if (closed !== null && (state === 'valid' || state === 'expiring_soon'))
    return (
      <span title={closed.reason ?? t.closed.used}>
        <Badge tone="warn">{t.closed.state}</Badge>
        <small>
          {t.closed.until} <Time at={closed.until} />
        </small>
      </span>
    )
  if (state === 'valid' && tested_at === null && !isTested)
    return (
      <span title={t.untested}>
        <Badge tone="plain">{words.credential.untested}</Badge>
      </span>
    )
  return (
    <span title={reason ?? t.states[state]}>
      <Badge tone={accountTones[state]}>{words.credential.states[state]}</Badge>
    </span>
  )
}
