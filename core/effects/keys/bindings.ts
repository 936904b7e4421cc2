import type { EffectKey, IntentBatch, TenantSecretRecord, UnknownEffect } from '../../store/index.ts'
import type { Binding } from '../../vault/index.ts'

const bind = (tenant: string | null, field: string): Binding => ({
  tenant: tenant ?? '',
  provider: '',
  account: '',
  field,
})

export const tenantSecretBinding = ({ tenant }: Pick<TenantSecretRecord, 'tenant'>): Binding =>
  bind(tenant, 'effect_secret')

/** The parameters of the writes of a batch, which may be of several tenants. */
export const intentsBinding = ({ id }: Pick<IntentBatch, 'id'>): Binding => bind(null, `intents/${id}`)

export const answerBinding = ({ tenant, id }: Pick<EffectKey, 'tenant' | 'id'>): Binding => bind(tenant, `answer/${id}`)

export const parametersBinding = ({ tenant, id }: Pick<UnknownEffect, 'tenant' | 'id'>): Binding =>
  bind(tenant, `parameters/${id}`)
