import {
  buildSurface,
  createMadeActions,
  importedSource,
  openSlice,
  type Slice,
  sliceText,
  surfaceText,
} from '@patchbay/core/imported'
import type { ImportedProvider } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { domainOf } from '../domain-of.ts'

/** A registry entry for an imported provider that only a test knows; it reads its slice as the registry does, from the text of a document.json. */
export const importedDomain = (provider: ImportedProvider, slice: Slice): Domain => {
  const bytes = Buffer.from(sliceText(slice))
  const { source: written, ...rest } = domainOf(provider)
  return {
    ...rest,
    provider,
    source: importedSource({
      provider,
      written,
      surface: surfaceText(buildSurface(provider, slice)),
      read: () => openSlice(bytes),
      made: createMadeActions(),
    }),
  }
}
