import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/form/check-field.tsx'
import { FormModal } from '../../parts/form/form-modal.tsx'
import { PatternList } from '../../parts/form/rules/pattern-list.tsx'
import type { AllowChoice, AskChoice, DenyChoice } from '../../parts/form/rules/policy-rule.ts'
import { offerUndo } from '../../parts/over/toasts.tsx'
import { DifferenceList } from '../../parts/page/difference.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { Columns, Section } from '../../parts/page/page.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { usePatterns } from '../../state/gateway/patterns.ts'
import { useMay } from '../../state/gateway/session.ts'
import { letRun } from '../../state/let-run.ts'
import { whileUsed } from '../../state/live.ts'
import { words } from '../../words.ts'
import { accessTexts as t } from './access-texts.ts'
import { CheckedPolicy } from './checked-policy.tsx'

type Token = ApiSchemas['TenantToken']

interface Policy {
  /** `null`: everything is allowed. */
  readonly allow: readonly AllowChoice[] | null
  readonly deny: readonly DenyChoice[] | null
  /** The actions that wait for a person's approval. */
  readonly ask: readonly AskChoice[] | null
}

/** The lists in the form of a request. */
export const copyLists = ({ allow, deny, ask }: Policy) => ({
  allow: allow && [...allow],
  deny: deny && [...deny],
  ask: ask && [...ask],
})

/** A stored policy, and how to replace it. */
export interface StoredPolicy {
  readonly tenant: string
  readonly token: string | undefined
  readonly policy: Policy
  readonly version: string | undefined
  readonly save: (policy: Policy) => Promise<unknown>
}

/** Puts the policy back as it was, whatever the version is now. */
const restore = ({ tenant, token, policy }: StoredPolicy): Promise<unknown> => {
  const lists = copyLists(policy)
  return token === undefined
    ? unwrap(api.PATCH('/admin/tenants/{tenant}', { params: { path: { tenant } }, body: { options: lists } }))
    : unwrap(
        api.PATCH('/admin/auth/{tenant}/{token_id}', { params: { path: { tenant, token_id: token } }, body: lists }),
      )
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
            <p>
              <Button onClick={() => onUse(allow)}>{t.useLeast}</Button>
            </p>
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
  const { allow, deny, ask } = policy
  return (
    <>
      <h3>{words.allow}</h3>
      <CheckField
        label={t.everything}
        checked={allow === null}
        onChange={({ target }) => onChange({ ...policy, allow: target.checked ? null : [] })}
      />
      {allow && (
        <PatternList
          list="allow"
          rules={allow}
          offered={offered}
          onChange={(rules) => onChange({ ...policy, allow: rules })}
        />
      )}
      <h3>{words.deny}</h3>
      <PatternList
        list="deny"
        rules={deny ?? []}
        offered={offered}
        onChange={(rules) => onChange({ ...policy, deny: rules.length > 0 ? rules : null })}
      />
      <h3>{words.ask}</h3>
      <PatternList
        list="ask"
        rules={ask ?? []}
        offered={offered}
        onChange={(rules) => onChange({ ...policy, ask: rules.length > 0 ? rules : null })}
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
            ...copyLists(policy),
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
  const queries = useQueryClient()
  const save = async () => {
    await stored.save(policy)
    // A policy of a tenant has another version now: what was stored is merged into it.
    offerUndo(t.saved, () => letRun(restore(stored).finally(() => queries.invalidateQueries())))
  }
  const isChanged = JSON.stringify(policy) !== JSON.stringify(stored.policy)
  return (
    <>
      <Columns>
        <Section title={t.policy} lead={t.policyLead}>
          <Editor tenant={stored.tenant} policy={policy} onChange={setPolicy} />
          <div className="row">
            {mayChange && (
              // Never disabled: a pattern that is being typed is added as soon as the field loses the focus.
              <Button isMain onClick={() => setSaving(true)}>
                {t.review}
              </Button>
            )}
            {isChanged && <Button onClick={() => setPolicy(stored.policy)}>{t.undo}</Button>}
          </div>
        </Section>
        <Section title={t.least}>
          <Least {...stored} onUse={(allow) => setPolicy({ ...policy, allow })} />
        </Section>
      </Columns>
      <Check {...stored} policy={policy} tokens={tokens} />
      {isSaving && (
        <FormModal title={t.save} text={t.saveText} submit={t.save} isWide onClose={() => setSaving(false)} send={save}>
          <DifferenceList before={stored.policy} after={policy} />
        </FormModal>
      )}
    </>
  )
}
