import type { AnyProvider } from '../provider/index.ts'
import type { AskedSentences } from './asked.ts'
import type { Source } from './source.ts'

/** A plugin's declarations, except for its actions, which come from a `Source`. */
export type ProviderFacts = Omit<AnyProvider, 'actions'>

/** One entry of the generated registry: a plugin, with all that codegen made from it. */
export interface Domain {
  readonly provider: ProviderFacts
  readonly source: Source
  readonly package: string
  readonly version: string
  /** The folder of an imported provider's `import.json`, relative to the project. */
  readonly folder?: string
  /** Reads the sentences in which people ask for its actions; left out: it has none. */
  readonly asked?: () => AskedSentences
}
