import type { Slice } from '@patchbay/core/imported'

/** Stands in an overlay for a host that the document doesn't name. Codegen refuses it, as it does the placeholders of documents. */
const placeholderOrigin = 'https://api.example.com'

/** The origin that `overlay.ts` begins with: the document's, though it may be a placeholder. */
export const originFor = ({ server }: Pick<Slice, 'server'>): string => {
  const named = URL.parse(server ?? '')?.origin
  return named === undefined || /[%{]/.test(named) ? placeholderOrigin : named
}
