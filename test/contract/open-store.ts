import type { Reports } from '@patchbay/core/reports'
import type { Store } from '@patchbay/core/store'
import type { JobRepository } from 'agenda'

export type StoreWithReports = Store & { readonly reports: Reports }
export type StoreWithJobs = StoreWithReports & { readonly jobs: JobRepository }

/** A store on data of its own. */
export interface OpenStore {
  readonly store: StoreWithJobs
  /** Closes the store and opens another on the same data. */
  reopen(): Promise<StoreWithJobs>
  /** Closes the store and removes its data. */
  remove(): Promise<void>
}

/** An empty store for the running test, removed when it ends. */
export type FreshStore = () => Promise<OpenStore>
