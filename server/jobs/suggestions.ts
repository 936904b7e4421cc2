import type { Reports } from '@patchbay/core/reports'
import type { Store } from '@patchbay/core/store'
import type { Log } from '../log/log.ts'
import { createDigest } from '../suggestions/digest.ts'
import { type EvidenceStore, gatherEvidence, type RuleFinding } from '../suggestions/evidence.ts'
import type { SuggestionsModel } from '../suggestions/model.ts'
import { rules } from '../suggestions/rules/index.ts'
import { limitedClients } from '../suggestions/rules/limited-clients.ts'
import { createClientTally, findEndingSecrets } from '../suggestions/rules/refused-applications.ts'
import { findChangedTools } from '../upstream-mcp/index.ts'
import { createRefreshSuggestions, type RefreshSuggestionsParts } from './refresh-suggestions.ts'
import type { Job } from './schedule/job.ts'
import { vendorWatch } from './vendor-watch.ts'

export interface SuggestionsJobParts extends RefreshSuggestionsParts {
  readonly store: EvidenceStore & Pick<Store, 'suggestions' | 'apps'>
  readonly reports: Pick<Reports, 'statistics' | 'recentUsage'>
  /** `undefined`: only the rules write suggestions. */
  readonly model: SuggestionsModel | undefined
  readonly log: Pick<Log, 'warn'>
  /** True if the nightly watch has suggestions of its own. */
  readonly watchVendors: boolean
}

/** Resolved suggestions are kept for a year. */
const retentionMs = 365 * 24 * 3_600_000
/** Many tenants may have the same problem, and nobody reads more than this. */
const mostFindings = 1000

/**
 * Finds what an operator should act on, in each tenant's usage, credentials, probes and billing. The rules' findings don't
 * depend on the model: it is asked afterwards, and an unusable answer is logged and dropped.
 */
export const createSuggestionsJob = (
  cron: string,
  { store, reports, domains, model, log, watchVendors, webhooks, now = () => new Date() }: SuggestionsJobParts,
): Job => {
  const refresh = createRefreshSuggestions({ store, domains, webhooks, now })

  const askModel = async (digest: ReturnType<typeof createDigest>, signal: AbortSignal) => {
    if (!model) return {}
    try {
      const source = model.name
      const open = await store.suggestions.list({ since: new Date(0), status: 'open' })
      const own = open.filter((suggestion) => suggestion.source === source)
      const written = await model.write(digest.tenants(), own, signal)
      const { opened, resolved } = await refresh(source, written)
      return { model: { opened, resolved } }
    } catch (error) {
      log.warn({ err: error, model: model.name }, 'the model gave no suggestions that can be used')
      return { model: 'failed' }
    }
  }

  /** Resolves the suggestions of models that are no longer configured, and those of a watch that was turned off. */
  const resolveThoseOfOthers = async (): Promise<number> => {
    const open = await store.suggestions.list({ since: new Date(0), status: 'open' })
    const others = new Set(open.map(({ source }) => source))
    for (const own of ['rules', model?.name, watchVendors ? vendorWatch : undefined]) {
      if (own !== undefined) others.delete(own)
    }
    let count = 0
    for (const source of others) count += (await store.suggestions.refresh(source, [], now())).resolved
    return count
  }

  return {
    name: 'suggestions',
    cron,
    changes: ['opened', 'resolved', 'model'],
    async run(signal) {
      const { '24h': day } = await reports.statistics(now(), signal)
      const findings: RuleFinding[] = []
      let overLimit = 0
      const digest = createDigest()
      const clients = createClientTally()
      const parts = { store, reports, domains, now: now(), since: new Date(day.since) }
      for await (const evidence of gatherEvidence(parts, signal)) {
        signal.throwIfAborted()
        const ofTenant = rules.flatMap((rule) => rule(evidence))
        findings.push(...ofTenant)
        digest.add(evidence, ofTenant)
        clients.add(evidence)
        overLimit += evidence.usage.overLimit
      }
      const secrets = findEndingSecrets(await store.apps.list(), now())
      const tools = await findChangedTools(store.snapshots, domains, now())
      const ofAll = [...limitedClients(day, overLimit), ...clients.findings(), ...secrets, ...tools]
      const all = [...ofAll, ...findings].slice(0, mostFindings)
      const { opened, resolved } = await refresh('rules', all)
      const ofOthers = await resolveThoseOfOthers()
      await store.suggestions.prune(new Date(now().getTime() - retentionMs))
      return { opened, resolved: resolved + ofOthers, ...(await askModel(digest, signal)) }
    },
  }
}
