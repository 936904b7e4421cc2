import { createMadeActions, importedSource, type Slice, surfaceOf, surfaceText } from '@patchbay/core/imported'
import type { ImportedProvider } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { domainOf } from '../domain-of.ts'

/** A registry entry for an imported provider that only a test knows; it reads its slice as the registry does, from JSON. */
export const importedDomain = (provider: ImportedProvider, slice: Slice): Domain => {
  const text = JSON.stringify(slice)
  const { source: written, ...rest } = domainOf(provider)
  return {
    ...rest,
    provider,
    source: importedSource({
      provider,
      written,
      surface: surfaceText(surfaceOf(provider, slice)),
      read: () => JSON.parse(text) as Slice,
      made: createMadeActions(),
    }),
  }
}
