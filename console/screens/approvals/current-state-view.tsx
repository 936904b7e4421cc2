import { useQuery } from '@tanstack/react-query'
import { JsonCode } from '../../parts/page/json-code.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { api, unwrap } from '../../state/gateway/api.ts'
import { approvalsTexts as t } from './approvals-texts.ts'

/**
 * The current state of the record that the call would change, as the provider has it. It is read once, and nothing
 * waits for it.
 */
export const CurrentStateView = ({ id, nth }: { readonly id: string; readonly nth?: number | undefined }) => {
  const query = useQuery({
    queryKey: ['approvals', 'now', id],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => unwrap(api.GET('/admin/approvals/{approval_id}/now', { params: { path: { approval_id: id } } })),
  })
  if (query.data?.read === null) return null
  return (
    <>
      <h3>{t.now}</h3>
      <Loaded query={query}>
        {({ data, reason }) =>
          reason === null ? <JsonCode label={t.region(t.now, nth)} value={data} /> : <p>{t.notShown(reason)}</p>
        }
      </Loaded>
    </>
  )
}
