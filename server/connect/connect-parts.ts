import type { AdmissionLimits } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import type { ProbeCall } from '@patchbay/core/call'
import type { Fetcher } from '@patchbay/core/fetch'
import type { Domain } from '@patchbay/core/schema'
import type { ConnectLink, Leaving, Store } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type { Brand } from '../pages/brand.ts'
import type { WebhookEmitter } from '../webhooks/index.ts'

export interface ConnectParts {
  readonly store: Store
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly limits: AdmissionLimits
  readonly auditLog: AuditLog
  readonly domains: ReadonlyMap<string, Domain>
  readonly selfHostedHosts: readonly string[]
  readonly probe: ProbeCall
  readonly webhooks: Pick<WebhookEmitter, 'emit'>
  readonly revoker: { leaving(now: Date): Leaving; wake(): void }
  readonly brand: Brand
  /** The gateway's URL as browsers see it; known once the gateway listens. */
  readonly baseUrl: () => string
  readonly now?: () => Date
}

export const readClock = ({ now = () => new Date() }: Pick<ConnectParts, 'now'>): Date => now()

/** The address to which the vendor sends the browser back: one a provider, so that no vendor can answer for another (RFC 9700, section 4.4). */
export const redirectUri = (
  { baseUrl }: Pick<ConnectParts, 'baseUrl'>,
  { provider }: Pick<ConnectLink, 'provider'>,
): string => `${baseUrl()}/connect/callback/${provider}`
