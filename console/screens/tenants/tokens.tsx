import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { FormModal, Once } from '../../parts/form/form-modal.tsx'
import { TenantField } from '../../parts/form/tenant-field.tsx'
import { mintToken, TokenFields } from '../../parts/form/token-fields.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Bar, ScreenPage } from '../../parts/page.tsx'
import { Table, type TableColumn } from '../../parts/table/table.tsx'
import { Time } from '../../parts/time.tsx'
import { type ApiSchemas, api, unwrap } from '../../state/api.ts'
import { useTokens } from '../../state/reads.ts'
import { useUrl } from '../../state/search.ts'
import { useMay } from '../../state/session.ts'
import { words } from '../../words.ts'
import { tokensTexts as t } from './tokens-texts.ts'

type Token = ApiSchemas['TenantToken']

const Mint = ({ tenant, onClose }: { readonly tenant: string; readonly onClose: () => void }) => {
  const [allow, setAllow] = useState<readonly string[]>([])
  return (
    <FormModal
      title={words.tenantToken.create}
      text={t.createText(tenant)}
      submit={words.tenantToken.create}
      isWide
      onClose={onClose}
      send={async (form) => {
        const token = await mintToken(tenant, allow, form)
        return <Once label={words.tenantToken.once} value={token} />
      }}
    >
      <TokenFields tenant={tenant} allow={allow} onAllow={setAllow} />
    </FormModal>
  )
}

const Revoke = ({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) => (
  <FormModal
    title={words.revoke}
    text={t.revokeText(token.label ?? token.token_id)}
    submit={words.revoke}
    isDanger
    onClose={onClose}
    send={async () => {
      const { tenant_id: tenant, token_id } = token
      await unwrap(api.DELETE('/admin/auth/{tenant}/{token_id}', { params: { path: { tenant, token_id } } }))
    }}
  />
)

const columnsFor = (mayChange: boolean, revoke: (token: Token) => void): readonly TableColumn<Token>[] => [
  { title: words.label, cell: ({ label }) => label ?? words.none, sort: ({ label }) => label ?? '' },
  { title: words.id, cell: ({ token_id }) => token_id },
  { title: words.allow, cell: ({ allow }) => allow?.join(', ') ?? words.everything },
  { title: words.deny, cell: ({ deny }) => deny?.join(', ') ?? words.none },
  {
    title: words.lastUsed,
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
    sort: ({ last_used_at }) => last_used_at ?? '',
  },
  { title: words.created, cell: ({ created_at }) => <Time at={created_at} />, sort: ({ created_at }) => created_at },
  { title: words.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    title: '',
    width: 12,
    cell: (token) => (
      <span className="row">
        <Link to="/policies" search={{ tenant: token.tenant_id, token: token.token_id }}>
          {words.screens.policies}
        </Link>
        {mayChange && (
          <Button isDanger onClick={() => revoke(token)}>
            {words.revoke}
          </Button>
        )}
      </span>
    ),
  },
]

const List = ({ tenant }: { readonly tenant: string }) => {
  const mayChange = useMay('operator')
  const [revoked, setRevoked] = useState<Token>()
  const columns = useMemo(() => columnsFor(mayChange, setRevoked), [mayChange])
  const query = useTokens(tenant)
  return (
    <>
      <Loaded query={query}>
        {(tokens) =>
          tokens.length === 0 ? (
            <Empty title={t.empty}>{t.emptyText}</Empty>
          ) : (
            <Table label={words.screens.tokens} rows={tokens} columns={columns} rowKey={({ token_id }) => token_id} />
          )
        }
      </Loaded>
      {revoked && <Revoke token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

export const Tokens = () => {
  const [{ tenant = '' }, change] = useUrl()
  const mayChange = useMay('operator')
  const [isMinting, setMinting] = useState(false)
  return (
    <ScreenPage
      title={words.screens.tokens}
      lead={t.lead}
      actions={
        mayChange &&
        tenant !== '' && (
          <Button isMain onClick={() => setMinting(true)}>
            {words.tenantToken.create}
          </Button>
        )
      }
    >
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
      </Bar>
      {tenant === '' ? <Empty title={t.choose} /> : <List tenant={tenant} />}
      {isMinting && <Mint tenant={tenant} onClose={() => setMinting(false)} />}
    </ScreenPage>
  )
}
