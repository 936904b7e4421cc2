import { accessTokenBinding, clientSecretBinding, refreshTokenBinding, writeGrant } from '@patchbay/core/refresh'
import type { AccountRef, ConnectedAccount } from '@patchbay/core/store'
import type { ConnectParts } from '../connect-parts.ts'
import type { AccountCandidate } from './candidate.ts'

/** The candidate as credentials and seeds are stored. */
export const sealCandidate = async (
  { vault }: Pick<ConnectParts, 'vault'>,
  ref: AccountRef,
  { secrets, expires_at, seed }: AccountCandidate,
): Promise<Pick<ConnectedAccount, 'credential' | 'seed'>> => ({
  credential: { sealed: await vault.seal(secrets, accessTokenBinding(ref)), token_type: 'Bearer', expires_at },
  seed: seed && {
    // A try that a version before began doesn't have it.
    application: seed.application ?? null,
    client_id: seed.client_id,
    token_endpoint: seed.token_endpoint,
    sealed_client_secret: await vault.seal(seed.client_secret, clientSecretBinding(ref)),
    sealed_refresh_token: await vault.seal(writeGrant(seed.grant), refreshTokenBinding(ref)),
  },
})
