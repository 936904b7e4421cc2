import type { Source } from './document.ts'

/** What a plugin is checked against, and where that is known to be wrong or silent: nothing else is let pass. */
export interface Vendor {
  /** Of the provider. */
  readonly id: string
  /** Files of the vendor's documents; of two that have an operation, the first counts. */
  readonly documents: readonly Source[]
  /** Enums of a GraphQL schema that are codes of a standard, of which parameters take any: ISO 3166, ISO 4217. */
  readonly codes?: readonly string[]
  /** Some of the documents are missing: what they would judge is left out. */
  readonly isPartial?: true
  /** Headers (lower case) that the vendor takes although no document declares them, with the source that says so. */
  readonly headers?: Readonly<Record<string, string>>
  /** The same of parameters in the query. */
  readonly query?: Readonly<Record<string, string>>
  /** Actions for which the documents have no operation, with the reason. They aren't called. */
  readonly withoutOperation?: Readonly<Record<string, string>>
  /** What the account needs: its settings, and a credential that is not an access token (the body of `PUT /admin/tokens`). */
  readonly settings?: Readonly<Record<string, string>>
  readonly credential?: Readonly<Record<string, unknown>>
}
