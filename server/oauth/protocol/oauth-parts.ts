import type { AdmissionLimits, StoreCache } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import type { Fetcher } from '@patchbay/core/fetch'
import type { Domain } from '@patchbay/core/schema'
import type { Store } from '@patchbay/core/store'
import type { Vault } from '@patchbay/core/vault'
import type { EnterpriseIssuer } from '../../configuration/enterprise-issuers.ts'
import type { Brand } from '../../pages/brand.ts'
import type { DocumentAccess } from './client-documents.ts'

export interface OAuthParts {
  readonly store: Store
  readonly storeCache: StoreCache
  readonly limits: AdmissionLimits
  readonly auditLog: AuditLog
  readonly vault: Pick<Vault, 'seal' | 'open'>
  /** The registered domains by id. */
  readonly domains: ReadonlyMap<string, Domain>
  readonly brand: Brand
  readonly documents: DocumentAccess
  /** True if clients may name the URL of their metadata document. */
  readonly clientMetadata: boolean
  /** Schemes of native clients' redirect URIs that the operator added. */
  readonly redirectSchemes: readonly string[]
  /** Reaches the identity providers that the operator configured. */
  readonly fetcher: Fetcher
  readonly enterpriseIssuers: readonly EnterpriseIssuer[]
  /** The issuer and first audience; known once the gateway listens. */
  readonly baseUrl: () => string
  readonly now?: () => Date
}

export const clock = ({ now = () => new Date() }: Pick<OAuthParts, 'now'>): Date => now()
