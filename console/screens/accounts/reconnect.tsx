import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CopyButton, useCopy } from '../../parts/id.tsx'
import { Copy, Download } from '../../parts/inline/shapes.ts'
import { saveFile } from '../../parts/list/save-file.ts'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { Modal } from '../../parts/over/modal.tsx'
import { problemTexts } from '../../parts/page/problem-texts.ts'
import { formatCsv } from '../../state/csv.ts'
import { api, unwrap } from '../../state/gateway/api.ts'
import { inTurns } from '../../state/in-turns.ts'
import { letRun } from '../../state/let-run.ts'
import { words } from '../../words.ts'
import { formatAccountKey, type ListedAccount } from './account.ts'
import { accountsTexts as t } from './accounts-texts.ts'

/** A link for the owner of an account, or the reason why none can be made. */
interface Made {
  readonly account: ListedAccount
  readonly url: string | undefined
  readonly problem: string | undefined
}

const daySeconds = 86_400

const make = async (account: ListedAccount): Promise<Made> => {
  const { tenant_id, provider, account_id } = account
  try {
    const body = { tenant_id, provider, account_id, expires_in: daySeconds }
    return { account, url: (await unwrap(api.POST('/admin/connect', { body }))).url, problem: undefined }
  } catch (error) {
    return { account, url: undefined, problem: problemTexts.message(error) }
  }
}

const columns: readonly TableColumn<Made>[] = [
  { title: words.account, card: 'title', cell: ({ account }) => formatAccountKey(account) },
  {
    title: t.reconnect.link,
    cell: ({ url, problem }) =>
      url === undefined ? (
        problem
      ) : (
        <span className="row line">
          <code>{url}</code>
          <CopyButton value={url} />
        </span>
      ),
  },
]

const toCsv = (made: readonly Made[]): string =>
  formatCsv([
    ['tenant', 'tenant_name', 'provider', 'account', 'link', 'problem'],
    ...made.map(({ account, url = '', problem = '' }) => [
      account.tenant_id,
      account.tenant_name,
      account.provider,
      account.account_id,
      url,
      problem,
    ]),
  ])

const Links = ({ made }: { readonly made: readonly Made[] }) => {
  const links = made.flatMap(({ url }) => url ?? [])
  const { isCopied, copy } = useCopy(links.join('\n'))
  return (
    <>
      {links.length < made.length && <p role="alert">{t.reconnect.failed(made.length - links.length)}</p>}
      <p className="row">
        <Button icon={Copy} onClick={copy} disabled={links.length === 0}>
          {isCopied ? words.copied : t.reconnect.copyAll}
        </Button>
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([toCsv(made)], { type: 'text/csv' }), 'connect-links.csv')}
        >
          {t.reconnect.download}
        </Button>
      </p>
      <Table
        label={words.screens.connect}
        rows={made}
        columns={columns}
        rowKey={({ account }) => formatAccountKey(account)}
      />
    </>
  )
}

/** Creates a connect link for each of the accounts, and lists the links. */
export const Reconnect = ({
  accounts,
  onClose,
}: {
  readonly accounts: readonly ListedAccount[]
  readonly onClose: () => void
}) => {
  const queries = useQueryClient()
  const [made, setMade] = useState<readonly Made[]>()
  const [done, setDone] = useState<number>()
  const begin = async () => {
    setDone(0)
    setMade(await inTurns(accounts, make, setDone))
    letRun(queries.invalidateQueries({ queryKey: ['connect'] }))
  }
  return (
    <Modal title={t.reconnect.title(accounts.length)} description={t.reconnect.text} isWide onClose={onClose}>
      {made ? (
        <Links made={made} />
      ) : (
        <p className="row">
          <Button isMain isBusy={done !== undefined} onClick={begin}>
            {t.reconnect.submit}
          </Button>
          {done !== undefined && (
            <>
              <progress aria-label={t.reconnect.submit} max={accounts.length} value={done} />
              <span role="status">{t.reconnect.progress(done, accounts.length)}</span>
            </>
          )}
        </p>
      )}
    </Modal>
  )
}
