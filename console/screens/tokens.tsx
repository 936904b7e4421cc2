import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { FormModal, Once } from '../parts/form-modal.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Bar, Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TenantField } from '../parts/tenant-field.tsx'
import { Time } from '../parts/time.tsx'
import { mintToken, TokenFields } from '../parts/token-fields.tsx'
import { api, type Schemas, unwrap } from '../state/api.ts'
import { useTokens } from '../state/reads.ts'
import { useUrl } from '../state/search.ts'
import { useMay } from '../state/session.ts'
import { t } from '../texts.ts'

type Token = Schemas['TenantToken']

const Mint = ({ tenant, onClose }: { readonly tenant: string; readonly onClose: () => void }) => {
  const [allow, setAllow] = useState<readonly string[]>([])
  return (
    <FormModal
      title={t.tokens.mint}
      text={t.tokens.mintText(tenant)}
      submit={t.tokens.mint}
      isWide
      onClose={onClose}
      send={async (form) => {
        const token = await mintToken(tenant, allow, form)
        return <Once label={t.tokens.once} value={token} />
      }}
    >
      <TokenFields tenant={tenant} allow={allow} onAllow={setAllow} />
    </FormModal>
  )
}

const Revoke = ({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) => (
  <FormModal
    title={t.tokens.revoke}
    text={t.tokens.revokeText(token.label ?? token.token_id)}
    submit={t.tokens.revoke}
    isDanger
    onClose={onClose}
    send={async () => {
      const { tenant_id: tenant, token_id } = token
      await unwrap(api.DELETE('/admin/auth/{tenant}/{token_id}', { params: { path: { tenant, token_id } } }))
    }}
  />
)

const columnsFor = (mayChange: boolean, revoke: (token: Token) => void): readonly Column<Token>[] => [
  { title: t.tokens.label, cell: ({ label }) => label ?? t.none, sort: ({ label }) => label ?? '' },
  { title: t.tokens.id, cell: ({ token_id }) => token_id },
  { title: t.tokens.allow, cell: ({ allow }) => allow?.join(', ') ?? t.tokens.everything },
  { title: t.tokens.deny, cell: ({ deny }) => deny?.join(', ') ?? t.none },
  {
    title: t.tokens.used,
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
    sort: ({ last_used_at }) => last_used_at ?? '',
  },
  { title: t.tokens.made, cell: ({ created_at }) => <Time at={created_at} />, sort: ({ created_at }) => created_at },
  { title: t.tokens.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    title: '',
    cell: (token) => (
      <span className="row">
        <Link to="/policies" search={{ tenant: token.tenant_id, token: token.token_id }}>
          {t.nav.policies}
        </Link>
        {mayChange && (
          <Button isDanger onClick={() => revoke(token)}>
            {t.tokens.revoke}
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
            <Empty title={t.tokens.empty}>{t.tokens.emptyText}</Empty>
          ) : (
            <Table label={t.tokens.title} rows={tokens} columns={columns} rowKey={({ token_id }) => token_id} />
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
    <Page
      title={t.tokens.title}
      lead={t.tokens.lead}
      actions={
        mayChange &&
        tenant !== '' && (
          <Button isMain onClick={() => setMinting(true)}>
            {t.tokens.mint}
          </Button>
        )
      }
    >
      <Bar>
        <TenantField value={tenant} onChange={(chosen) => change({ tenant: chosen })} />
      </Bar>
      {tenant === '' ? <Empty title={t.tokens.choose} /> : <List tenant={tenant} />}
      {isMinting && <Mint tenant={tenant} onClose={() => setMinting(false)} />}
    </Page>
  )
}
