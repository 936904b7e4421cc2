import type { AnyAction, AnyProvider } from '@patchbay/core/provider'

/** A provider with where it came from. */
export interface Plugin {
  readonly provider: AnyProvider
  readonly package: string
  readonly version: string
  /** Its entry file, relative to the root, for messages. */
  readonly file: string
  /** How `server/generated/registry.ts` imports it. */
  readonly specifier: string
  /** The folder in `providers/`; none for an installed package. */
  readonly folder?: string
  /** Where each action is defined, relative to the root, as far as known. */
  readonly actionFiles: ReadonlyMap<AnyAction, string>
}
