import type { Domain } from '@patchbay/core/schema'
import type { Store } from '@patchbay/core/store'
import type { RuleFinding } from '../suggestions/evidence.ts'
import { describeSuggestion, findNextStep } from '../suggestions/next-step.ts'
import { toConnect } from '../suggestions/to-connect.ts'
import { deriveEventId, type WebhookEmitter } from '../webhooks/index.ts'

export interface RefreshSuggestionsParts {
  readonly store: Pick<Store, 'suggestions' | 'apps'>
  readonly domains: ReadonlyMap<string, Domain>
  readonly webhooks: Pick<WebhookEmitter, 'emit'>
  readonly now?: () => Date
}

/** Replaces a source's findings, and emits an event for each suggestion that this opens. */
export const createRefreshSuggestions =
  ({ store, domains, webhooks, now = () => new Date() }: RefreshSuggestionsParts) =>
  async (source: string, ruleFindings: readonly RuleFinding[]) => {
    const at = now()
    const findings = ruleFindings.map((each) => ({ ...each, source }))
    const changed = await store.suggestions.refresh(source, findings, at)
    if (changed.opened === 0) return changed
    const created = await store.suggestions.list({ since: at, status: 'open' })
    for (const suggestion of created.filter((each) => each.source === source)) {
      const { id, tenant, kind, severity, title, evidence } = suggestion
      const connect = await toConnect(store, domains, suggestion)
      const next = findNextStep(domains, suggestion)
      const detail = describeSuggestion(suggestion.detail, next)
      webhooks.emit(
        'suggestion.opened',
        { id, tenant, kind, severity, title, detail, evidence, connect, next },
        deriveEventId(at, `suggestion ${id}`),
      )
    }
    return changed
  }
