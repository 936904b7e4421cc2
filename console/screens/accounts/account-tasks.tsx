import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, Once, readTextField } from '../../parts/form/form-modal.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { FlaskConical, KeyRound, Link2, ScrollText, TimerReset, Trash2, Users } from '../../parts/inline/shapes.ts'
import type { MenuChoice } from '../../parts/over/menu.tsx'
import { Modal } from '../../parts/over/modal.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { LoadingBox, ProblemBox } from '../../parts/page/loaded.tsx'
import { problemTexts } from '../../parts/page/problem-texts.ts'
import { type ApiSchemas, api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { letRun } from '../../state/let-run.ts'
import { words } from '../../words.ts'
import { accountParams, formatAccountKey, hasCredential, type ListedAccount } from './account.ts'
import { keepTested } from './account-badge.tsx'
import { accountsTexts as t } from './accounts-texts.ts'

type Task = 'test' | 'store' | 'connect' | 'remove'

interface TaskProps {
  readonly account: ListedAccount
  readonly onClose: () => void
}

const testNow = async (queries: QueryClient, account: ListedAccount): Promise<ApiSchemas['CredentialTest']> => {
  const tested = await unwrap(
    api.POST('/admin/tokens/{tenant}/{provider}/{account}/test', { params: accountParams(account) }),
  )
  if (tested.ok) keepTested(queries, account)
  return tested
}

/** The result of a test. */
export const TestResult = ({ tested }: { readonly tested: ApiSchemas['CredentialTest'] }) => (
  <p role="status">
    <Badge tone={tested.ok ? 'good' : 'wrong'}>{tested.ok ? words.credential.works : String(tested.status)}</Badge>{' '}
    {tested.identity ?? tested.reason}
  </p>
)

/** A test changes nothing: it begins at once. */
const Test = ({ account, onClose }: TaskProps) => {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['test', formatAccountKey(account)],
    queryFn: async () => {
      const tested = await testNow(queries, account)
      letRun(queries.invalidateQueries({ queryKey: ['accounts'] }))
      return tested
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Modal title={t.tested} description={formatAccountKey(account)} onClose={onClose}>
      {query.isPending && <LoadingBox>{t.testing(formatAccountKey(account))}</LoadingBox>}
      {query.error && <ProblemBox error={query.error} retry={query.refetch} />}
      {query.data && <TestResult tested={query.data} />}
      <p className="row">
        <Button onClick={onClose}>{words.close}</Button>
      </p>
    </Modal>
  )
}

const storeTitle = (account: ListedAccount): string => (hasCredential(account) ? t.task.replace : t.task.store)

/** Stores a credential and shows whether it works. */
const Store = ({ account, onClose }: TaskProps) => {
  const queries = useQueryClient()
  return (
    <FormModal
      title={storeTitle(account)}
      text={t.replaceText(formatAccountKey(account))}
      submit={words.credential.store}
      onClose={onClose}
      send={async (form) => {
        const body = { access_token: readTextField(form, 'access_token') ?? '' }
        await unwrap(api.PUT('/admin/tokens/{tenant}/{provider}/{account}', { params: accountParams(account), body }))
        return <TestResult tested={await testNow(queries, account)} />
      }}
    >
      <LabelledField label={words.credential.field} help={words.credential.help}>
        {(field) => <input {...field} name="access_token" type="password" autoComplete="off" required />}
      </LabelledField>
    </FormModal>
  )
}

const Connect = ({ account, onClose }: TaskProps) => (
  <FormModal
    title={t.task.connect}
    text={t.connectText(formatAccountKey(account))}
    submit={words.connectLink.create}
    onClose={onClose}
    send={async () => {
      const { tenant_id, provider, account_id } = account
      const made = await unwrap(api.POST('/admin/connect', { body: { tenant_id, provider, account_id } }))
      return <Once label={words.connectLink.once} value={made.url} />
    }}
  />
)

const Remove = ({ account, onClose }: TaskProps) => (
  <FormModal
    title={t.task.remove}
    text={t.removeText(formatAccountKey(account))}
    submit={t.task.remove}
    isDanger
    onClose={onClose}
    send={async () => {
      await unwrap(api.DELETE('/admin/tokens/{tenant}/{provider}/{account}', { params: accountParams(account) }))
      announceDone(t.removed(formatAccountKey(account)))
    }}
  />
)

/** Asks nothing: the change takes effect at once, and the vendor's next answer may undo it. */
const reopen = async (queries: QueryClient, account: ListedAccount): Promise<void> => {
  try {
    await unwrap(api.POST('/admin/tokens/{tenant}/{provider}/{account}/reopen', { params: accountParams(account) }))
    announceDone(t.closed.reopened(formatAccountKey(account)))
  } catch (error) {
    announceDone(t.closed.failed(formatAccountKey(account), problemTexts.message(error)))
  }
  await queries.invalidateQueries({ queryKey: ['accounts'] })
}

const dialogs = { test: Test, store: Store, connect: Connect, remove: Remove }

/** The tasks for an account: the choices of its menu, and the dialog of the chosen one. */
export const useAccountTasks = (isOfTenant: boolean) => {
  const mayChange = useMay('operator')
  const queries = useQueryClient()
  const [task, setTask] = useState<readonly [Task, ListedAccount]>()
  const Dialog = task && dialogs[task[0]]
  const choose = (account: ListedAccount): readonly MenuChoice[] => {
    const begin = (chosen: Task) => () => setTask([chosen, account])
    const search = { tenant: account.tenant_id, key: `${account.provider}/${account.account_id}` }
    return [
      ...(mayChange && hasCredential(account)
        ? [{ title: t.task.test, icon: FlaskConical, onChoose: begin('test') }]
        : []),
      ...(mayChange
        ? [
            ...(account.closed === null
              ? []
              : [{ title: t.task.reopen, icon: TimerReset, onChoose: () => letRun(reopen(queries, account)) }]),
            { title: storeTitle(account), icon: KeyRound, onChoose: begin('store') },
            { title: t.task.connect, icon: Link2, onChoose: begin('connect') },
          ]
        : []),
      { title: t.task.log, icon: ScrollText, to: { to: '/log', search } },
      ...(isOfTenant ? [] : [{ title: t.task.tenant, icon: Users, to: { to: `/tenants/${account.tenant_id}` } }]),
      ...(mayChange && hasCredential(account)
        ? [{ title: t.task.remove, icon: Trash2, isDanger: true, onChoose: begin('remove') }]
        : []),
    ]
  }
  return { choose, dialog: task && Dialog && <Dialog account={task[1]} onClose={() => setTask(undefined)} /> }
}
