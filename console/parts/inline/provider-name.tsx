import { useProviders } from '../../state/gateway/reads.ts'
import { ProviderMark } from './provider-mark.tsx'

/** A provider by its mark and its name; by its id until the name is known. */
export const ProviderName = ({ id }: { readonly id: string }) => {
  const { data } = useProviders()
  return (
    <span className="row line" title={id}>
      <ProviderMark id={id} />
      <span>{data?.find((provider) => provider.id === id)?.title ?? id}</span>
    </span>
  )
}
