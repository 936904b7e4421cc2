import type { AppRecord } from './apps.ts'

/** Whether the accesses of a provider can be ended at its vendor, with this application. */
export type IsRevocable = (provider: string, app: Pick<AppRecord, 'revoke_url'> | undefined) => boolean

/** What a removal needs to leave revocations behind. */
export interface Leaving {
  readonly now: Date
  readonly isRevocable: IsRevocable
}
