import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { DifferenceList } from '../../parts/difference.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { PatternList } from '../../parts/form/pattern-list.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Columns, Section } from '../../parts/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { whileUsed } from '../../state/live.ts'
import { usePatterns } from '../../state/patterns.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { CheckedPolicy } from './checked-policy.tsx'
import { policiesTexts as t } from './policies-texts.ts'

type Token = ApiSchemas['TenantToken']

interface Policy {
  /** `null`: everything is allowed. */
  readonly allow: readonly string[] | null
  readonly deny: readonly string[] | null
}

/** A stored policy, and how to replace it. */
export interface StoredPolicy {
  readonly tenant: string
  readonly token: string | undefined
  readonly policy: Policy
  readonly version: string | undefined
  readonly save: (policy: Policy) => Promise<unknown>
}

/** Each response reaches further back, until the gateway has counted the whole log. */
const untilComplete = ({ state }: { readonly state: { readonly data?: { readonly complete: boolean } | undefined } }) =>
  state.data?.complete === false && whileUsed(2000)()

const Least = ({ tenant, token, onUse }: StoredPolicy & { readonly onUse: (allow: readonly string[]) => void }) => {
  const query = useQuery({
    queryKey: ['least-policy', tenant, token],
    queryFn: () =>
      unwrap(
        api.GET('/admin/policies/{tenant}/least', {
          params: { path: { tenant }, query: token === undefined ? {} : { token_id: token } },
        }),
      ),
    refetchInterval: untilComplete,
  })
  return (
    <Loaded query={query}>
      {({ allow, wider }) =>
        allow.length === 0 ? (
          <p>{t.leastNone}</p>
        ) : (
          <>
            <p>{t.leastText}</p>
            <p>
              <code>{allow.join(' ')}</code>
            </p>
            <Button onClick={() => onUse(allow)}>{t.useLeast}</Button>
            <p>{t.widerText}</p>
            <p>
              <code>{wider.join(' ')}</code>
            </p>
            <Button onClick={() => onUse(wider)}>{t.useWider}</Button>
          </>
        )
      }
    </Loaded>
  )
}

const Editor = ({
  tenant,
  policy,
  onChange,
}: Pick<StoredPolicy, 'tenant' | 'policy'> & { readonly onChange: (policy: Policy) => void }) => {
  const offered = usePatterns(tenant)
  const { allow, deny } = policy
  return (
    <>
      <h3>{words.allow}</h3>
      <p>
        <label>
          <input
            type="checkbox"
            checked={allow === null}
            onChange={({ target }) => onChange({ deny, allow: target.checked ? null : [] })}
          />{' '}
          {t.everything}
        </label>
      </p>
      {allow && (
        <PatternList
          list="allow"
          patterns={allow}
          offered={offered}
          onChange={(patterns) => onChange({ deny, allow: patterns })}
        />
      )}
      <h3>{words.deny}</h3>
      <PatternList
        list="deny"
        patterns={deny ?? []}
        offered={offered}
        onChange={(patterns) => onChange({ allow, deny: patterns.length > 0 ? patterns : null })}
      />
    </>
  )
}

const Check = ({ tenant, token, policy, tokens }: StoredPolicy & { readonly tokens: readonly Token[] }) => {
  const query = useQuery({
    queryKey: ['policy-check', tenant, token, policy],
    queryFn: () =>
      unwrap(
        api.POST('/admin/policies/{tenant}/check', {
          params: { path: { tenant } },
          body: {
            allow: policy.allow && [...policy.allow],
            deny: policy.deny && [...policy.deny],
            ...(token !== undefined && { token_id: token }),
          },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: untilComplete,
  })
  return <Loaded query={query}>{(check) => <CheckedPolicy check={check} tokens={tokens} />}</Loaded>
}

/** A policy, the calls that it would have refused, and the smallest sufficient policy. */
export const PolicyForm = ({
  stored,
  tokens,
}: {
  readonly stored: StoredPolicy
  readonly tokens: readonly Token[]
}) => {
  const mayChange = useMay('operator')
  const [policy, setPolicy] = useState(stored.policy)
  const [isSaving, setSaving] = useState(false)
  const isChanged = JSON.stringify(policy) !== JSON.stringify(stored.policy)
  return (
    <>
      <Columns>
        <Section title={t.policy}>
          <Editor tenant={stored.tenant} policy={policy} onChange={setPolicy} />
          {isChanged && (
            <div className="row">
              {mayChange && (
                <Button isMain onClick={() => setSaving(true)}>
                  {t.review}
                </Button>
              )}
              <Button onClick={() => setPolicy(stored.policy)}>{t.undo}</Button>
            </div>
          )}
        </Section>
        <Section title={t.least}>
          <Least {...stored} onUse={(allow) => setPolicy({ ...policy, allow })} />
        </Section>
      </Columns>
      <Check {...stored} policy={policy} tokens={tokens} />
      {isSaving && (
        <FormModal
          title={t.save}
          text={t.saveText}
          submit={t.save}
          isWide
          onClose={() => setSaving(false)}
          send={() => stored.save(policy)}
        >
          <DifferenceList before={stored.policy} after={policy} />
        </FormModal>
      )}
    </>
  )
}
