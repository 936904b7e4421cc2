import type { Slice } from '@patchbay/core/imported'
import { apiKey, imported } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { importWithAnswers } from '../../../codegen/import/decided.ts'
import { createLeftOutList } from '../../../codegen/import/read/left-out.ts'
import { readDocument } from '../../../codegen/import/read/read.ts'
import { inVersion3 } from '../../../codegen/import/read/version-3.ts'
import { importedDomain } from '../../../test/imported/imported-domain.ts'

/** `googleapis.com/drive` as somebody would call the provider: `googleapis-drive`. */
export const toProviderId = (document: string): string => {
  const [host = '', name] = document.split('/')
  const words = `${host.split('.')[0]}${name === undefined ? '' : `-${name}`}`.toLowerCase()
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^(?=\d)/, 'p')
    .slice(0, 24)
    .replace(/-$/, '')
}

const facts = { origin: 'https://api.example.com', auth: apiKey({ header: 'X-Key' }), actions: {} } as const

/** A provider as `bun run codegen import` makes it of a document, when nobody answers its questions nor edits its files. */
export const importDomain = async (path: string, document: string): Promise<Domain & { readonly slice: Slice }> => {
  const id = toProviderId(document)
  const leftOut = createLeftOutList()
  const { root } = await readDocument(path, leftOut)
  const { result } = await importWithAnswers(await inVersion3(root, leftOut), { id }, undefined, undefined)
  const { slice } = result
  return { ...importedDomain(imported<object>()({ ...facts, id, title: slice.title }), slice), slice }
}
