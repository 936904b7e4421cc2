import { Button } from '../../parts/button.tsx'
import { Plus } from '../../parts/inline/shapes.ts'
import { FilterBar } from '../../parts/list/filter-bar.tsx'
import { mostAtOnce } from '../../parts/over/bulk-modal.tsx'
import { ScreenPage } from '../../parts/page/page.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { useMay } from '../../state/gateway/session.ts'
import { usePages } from '../../state/pages.ts'
import { useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { Mint } from './mint.tsx'
import { TokenList } from './token-list.tsx'
import type { ManyTokens, Token } from './token-tasks.tsx'
import { tokensTexts as t } from './tokens-texts.ts'

/** The tokens of all tenants. */
export const Tokens = () => {
  const [{ q = '', create }, change] = useUrl()
  const mayChange = useMay('operator')
  const pages = usePages<Token>(['tokens', 'all', q], async (page) => {
    const query = { ...page, ...(q !== '' && { q }), total: true }
    const { tokens, next_cursor, total } = await unwrap(api.GET('/admin/auth', { params: { query } }))
    return [tokens, next_cursor, total]
  })
  const readMatching = async (): Promise<ManyTokens> => {
    const query = { q, limit: mostAtOnce }
    const { tokens, next_cursor } = await unwrap(api.GET('/admin/auth', { params: { query } }))
    return { tokens, hasMore: next_cursor !== null }
  }
  return (
    <ScreenPage
      title={words.screens.tokens}
      lead={t.lead}
      actions={
        mayChange && (
          <Button isMain icon={Plus} onClick={() => change({ create: 'on' })}>
            {words.tenantToken.create}
          </Button>
        )
      }
    >
      <FilterBar label={t.find} fields={[]} search="q" />
      <TokenList pages={pages} withTenant isFiltered={q !== ''} readMatching={q === '' ? undefined : readMatching} />
      {create !== undefined && mayChange && <Mint onClose={() => change({ create: undefined })} />}
    </ScreenPage>
  )
}
