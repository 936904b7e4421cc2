import type { CorrectedFile } from './document.ts'

/**
 * The documents that a plugin is checked against, and the places where they are known to be wrong or silent: no other
 * fault passes.
 */
export interface Vendor {
  /** The provider's id. */
  readonly id: string
  /** Files of the vendor's documents; of two that have an operation, the first counts. */
  readonly documents: readonly CorrectedFile[]
  /** Enums of a GraphQL schema that stand for a standard's codes: parameters take any code of ISO 3166 or ISO 4217. */
  readonly codes?: readonly string[]
  /** True if some of the documents are missing: actions that they would judge are left out. */
  readonly isPartial?: true
  /** Headers (lower case) that the vendor takes although no document declares them, with the source that says so. */
  readonly headers?: Readonly<Record<string, string>>
  /** The same of parameters in the query. */
  readonly query?: Readonly<Record<string, string>>
  /** Actions for which the documents have no operation, with the reason. They aren't called. */
  readonly withoutOperation?: Readonly<Record<string, string>>
  /** Parameters (`<action> <parameter>`) that no generated parameters have together with what they need, with the reason. */
  readonly withoutSample?: Readonly<Record<string, string>>
  /** The account's settings, and a credential that is not an access token (the body of `PUT /admin/tokens`). */
  readonly settings?: Readonly<Record<string, string>>
  readonly credential?: Readonly<Record<string, unknown>>
}
