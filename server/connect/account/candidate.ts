import type { Credential, StoredGrant } from '@patchbay/core/refresh'
import type { Domain } from '@patchbay/core/schema'
import type { Account, ConnectLink } from '@patchbay/core/store'
import type { UnixSeconds } from '@patchbay/core/time'
import { pageTexts } from '../../pages/page-texts.ts'
import type { ConnectParts } from '../connect-parts.ts'
import type { Choices } from './reported-settings.ts'

/** The credential that a person brings, before it is stored: sealed as JSON while the person decides. */
export interface AccountCandidate {
  readonly settings: Readonly<Record<string, string>>
  /** Settings with several possible values, among which the person chooses. Left out: none. */
  readonly choices?: Choices
  /** The secrets as they are sealed in a credential. */
  readonly secrets: string
  /** `null`: never. */
  readonly expires_at: UnixSeconds | null
  /** The OAuth seed that keeps the credential alive; `null`: there is none. */
  readonly seed: {
    /** The `application` of `NewSeed`; unset: an earlier version began the attempt. */
    readonly application?: string
    readonly client_id: string
    readonly client_secret: string
    readonly token_endpoint: string
    readonly grant: StoredGrant
  } | null
  /** The account's owner, by the sign-in's answer. The probe's answer takes precedence. */
  readonly identity?: string | undefined
  /** The owner in words that people recognise, if the identity is just a number. */
  readonly displayName?: string | undefined
  /** Scopes that were asked for, that the actions need and that were not granted. */
  readonly missing?: readonly string[]
}

/** The vendor's verdict on the candidate, and the account's owner. */
export interface VerifiedAccount {
  readonly ok: boolean
  /** True if the vendor says that the credential itself is wrong. */
  readonly isRefused: boolean
  /** The reason for a refusal, in words for the person; empty if it is accepted. */
  readonly reason: string
  readonly identity: string | null
}

const probeMs = 20_000

export const buildConnectedAccount = (
  link: ConnectLink,
  current: Account | undefined,
  { settings }: Pick<AccountCandidate, 'settings'>,
): Account => ({
  id: link.account,
  label: link.label ?? current?.label ?? link.account,
  ...(Object.keys(settings).length > 0 && { settings }),
})

/** Calls the provider's probe with the candidate. Without a probe, the candidate is accepted unchecked. */
export const verifyCandidate = async (
  { probe }: Pick<ConnectParts, 'probe'>,
  domain: Domain,
  account: Account,
  credential: Credential,
): Promise<VerifiedAccount> => {
  const { title, probe: declared } = domain.provider
  if (!declared) return { ok: true, isRefused: false, reason: '', identity: null }
  const {
    outcome,
    status,
    identity = null,
  } = await probe({ domain, account, credential, identify: true }, AbortSignal.timeout(probeMs))
  if (outcome === 'ok') return { ok: true, isRefused: false, reason: '', identity }
  const isRefused = status === 401 || status === 403
  const reason = isRefused ? pageTexts.links.notAccepted(title, status) : pageTexts.links.notChecked(title, status)
  return { ok: false, isRefused, reason, identity: null }
}
