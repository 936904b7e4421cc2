import type { AccountRef, Change } from '@patchbay/core/store'

export const credentialChange = ({ tenant, provider, account }: AccountRef): Change => ({
  kind: 'credential',
  tenant,
  provider,
  account,
})
