import type { Slice } from '@patchbay/core/imported'
import type { AnyProvider, ImportedProvider } from '@patchbay/core/provider'

/** The provider that only `bun start --demo` registers. It is generated like the others, into its own registry. */
export const demoProviderId = 'demo'

/** A provider and where it came from. */
export interface Plugin {
  readonly provider: AnyProvider
  readonly package: string
  readonly version: string
  /** Its entry file, relative to the root, for messages. */
  readonly file: string
  /** The module specifier in `server/generated/registry.js`. */
  readonly specifier: string
  /** The folder in `providers/`; none for an installed package. */
  readonly folder?: string | undefined
  /** The exports of the other files in its folder. */
  readonly exported: readonly Exported[]
  /** The document behind an imported provider. */
  readonly document?: PluginDocument
  /** The sentences in which people ask for its actions. */
  readonly asked?: PluginSentences
}

export interface PluginSentences {
  /** Relative to the root. */
  readonly file: string
  /** The content as it was read; codegen checks it. */
  readonly sentences: unknown
}

export interface PluginDocument {
  readonly slice: Slice
  /** Relative to the root. */
  readonly file: string
  /** A digest of the file's text. */
  readonly digest: string
}

/** An imported provider, which has a document. */
export type ImportedPlugin = Plugin & { readonly provider: ImportedProvider; readonly document: PluginDocument }

export const isImported = (plugin: Plugin): plugin is ImportedPlugin => plugin.document !== undefined

/** An export of a plugin's file. */
export interface Exported {
  /** Relative to the root. */
  readonly file: string
  readonly name: string
  readonly value: unknown
}
