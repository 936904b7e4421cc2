import type { AnyProvider } from '../provider/index.ts'
import type { Source } from './source.ts'

/** What a plugin declares, except for its actions, which come from a `Source`. */
export type ProviderFacts = Omit<AnyProvider, 'actions'>

/** One entry of the generated registry: a plugin, with everything that codegen made from it. */
export interface Domain {
  readonly provider: ProviderFacts
  readonly source: Source
  readonly package: string
  readonly version: string
  /** Of an imported provider: where `import.json` lies, relative to the project. */
  readonly folder?: string
}
