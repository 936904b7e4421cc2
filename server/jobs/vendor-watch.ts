import type { Store } from '@patchbay/core/store'
import type { AnswerWatch } from '../watch/answers.ts'
import type { CompareDocument } from '../watch/compare-document.ts'
import { watchDocuments } from '../watch/documents.ts'
import { createRefreshSuggestions, type RefreshSuggestionsParts } from './refresh-suggestions.ts'
import type { Job } from './schedule/job.ts'

export interface VendorWatchJobParts extends RefreshSuggestionsParts {
  readonly store: Pick<Store, 'suggestions' | 'apps' | 'snapshots'>
  readonly compare: CompareDocument
  /** `undefined`: the job is off. */
  readonly answerWatch: Pick<AnswerWatch, 'review'> | undefined
}

/** The job, and the source of its suggestions. */
export const vendorWatch = 'vendor-watch'

/** Looks whether the vendors have changed what was imported or built on: their documents, and the shapes of their answers. */
export const createVendorWatchJob = (cron: string, parts: VendorWatchJobParts): Job => {
  const { store, domains, compare, answerWatch, now = () => new Date() } = parts
  const refresh = createRefreshSuggestions(parts)
  return {
    name: vendorWatch,
    cron,
    changes: ['opened', 'resolved'],
    async run(signal) {
      const documents = await watchDocuments({ domains, snapshots: store.snapshots, compare, now }, signal)
      const answers = await answerWatch?.review()
      const changed = await refresh(vendorWatch, [...documents.found, ...(answers?.findings ?? [])])
      return { documents: documents.result, answers: answers?.result, ...changed }
    },
  }
}
