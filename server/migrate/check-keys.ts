import { approvalCallBinding, approvalResultBinding, codeRunBinding } from '@patchbay/core/approvals'
import { answerBinding, intentsBinding, parametersBinding, tenantSecretBinding } from '@patchbay/core/effects'
import { accessTokenBinding, appSecretBinding, clientSecretBinding, refreshTokenBinding } from '@patchbay/core/refresh'
import { readAll } from '@patchbay/core/rules'
import {
  type AccountRef,
  accountPath,
  type RecordKind,
  type Records,
  recordKinds,
  type SeedRecord,
  type VendorApplicationRecord,
  type VendorApplicationRef,
} from '@patchbay/core/store'
import { type Binding, createVault, parseKeys } from '@patchbay/core/vault'
import { webhookUrlBinding } from '../webhooks/index.ts'
import type { MoveEnd } from './open-place.ts'

interface Sealed {
  readonly sealed: string
  readonly binding: Binding
}

type Secrets = Pick<SeedRecord, 'sealed_client_secret' | 'sealed_refresh_token'>

const inSeed = (record: AccountRef & Secrets): readonly Sealed[] => [
  { sealed: record.sealed_client_secret, binding: clientSecretBinding(record) },
  { sealed: record.sealed_refresh_token, binding: refreshTokenBinding(record) },
]
const inApp = (
  record: VendorApplicationRef & Pick<VendorApplicationRecord, 'sealed_client_secret'>,
): readonly Sealed[] =>
  record.sealed_client_secret === null
    ? []
    : [{ sealed: record.sealed_client_secret, binding: appSecretBinding(record) }]

const ifSealed = (sealed: string | null, binding: Binding): readonly Sealed[] =>
  sealed === null ? [] : [{ sealed, binding }]

/** Finds the sealed values in a record of each kind; `null`: the kind has none. */
const sealedIn: { readonly [K in RecordKind]: ((record: Records[K]) => readonly Sealed[]) | null } = {
  tenants: null,
  tenantTokens: null,
  tokenLinks: null,
  credentials: (record) => [{ sealed: record.sealed, binding: accessTokenBinding(record) }],
  seeds: inSeed,
  oauthClients: null,
  authorizationCodes: null,
  grants: null,
  snapshots: null,
  billing: null,
  suggestions: null,
  webhooks: (record) => ifSealed(record.sealed_url, webhookUrlBinding(record)),
  apps: (record) => [record, ...record.former].flatMap((client) => inApp({ ...record, ...client })),
  // An attempt lives for minutes: nobody moves a store for it.
  connections: null,
  revocations: ({ sealed_access_token: access, seed, app, ...ref }) => [
    ...(access === null ? [] : [{ sealed: access, binding: accessTokenBinding(ref) }]),
    ...(seed ? inSeed({ ...ref, ...seed }) : []),
    ...(app ? inApp(app) : []),
  ],
  adminKeys: null,
  usedAssertions: null,
  rollUps: null,
  tenantSecrets: (record) => [{ sealed: record.sealed, binding: tenantSecretBinding(record) }],
  approvals: null,
  approvalTexts: (record) => [
    { sealed: record.sealed_call, binding: approvalCallBinding(record) },
    ...ifSealed(record.sealed_result, approvalResultBinding(record)),
  ],
  standingApprovals: null,
  ruleCounts: null,
  codeRuns: null,
  codeRunTexts: (record) => [{ sealed: record.sealed, binding: codeRunBinding(record) }],
  intents: (record) => ifSealed(record.sealed, intentsBinding(record)),
  effectKeys: (record) => ifSealed(record.sealed_answer, answerBinding(record)),
  unknownEffects: (record) => ifSealed(record.sealed_parameters, parametersBinding(record)),
  audit: null,
}

async function* sealedValues<K extends RecordKind>({ store }: MoveEnd, kind: K): AsyncGenerator<Sealed> {
  const values = sealedIn[kind]
  if (!values) return
  for await (const { records } of readAll(store, kind)) for (const record of records) yield* values(record)
}

/** The words of an error for the keys that don't open a value, and for what to do. */
interface TriedKeys {
  readonly name: string
  readonly remedy: string
}

/**
 * Opens every sealed value with the keys of a gateway on the target: PATCHBAY_KEYS, or the key file beside the target. Values
 * are moved as they are, so a value that can't be opened would be lost. Returns the number of values. Throws an Error for the
 * operator, without keys or secrets.
 */
export const checkKeys = async (
  from: MoveEnd,
  to: MoveEnd,
  patchbayKeys: string | undefined,
  tried: TriedKeys = { name: 'the keys of the target', remedy: `set PATCHBAY_KEYS to ${describeKeys(from)}` },
): Promise<number> => {
  const keys = patchbayKeys ?? to.keys
  const vault = keys === undefined ? undefined : createVault(parseKeys(keys))
  let count = 0
  for (const kind of recordKinds) {
    for await (const { sealed, binding } of sealedValues(from, kind)) {
      if (!vault)
        throw new Error(
          `credentials are moved as they are sealed, and the target has no keys: set PATCHBAY_KEYS to ${describeKeys(from)}`,
        )
      try {
        await vault.open(sealed, binding)
      } catch (cause) {
        throw new Error(
          `the credential of ${accountPath(binding)} can't be opened with ${tried.name}: ${tried.remedy}`,
          { cause },
        )
      }
      count++
    }
  }
  return count
}

const describeKeys = ({ name, keys }: MoveEnd): string =>
  keys === undefined ? `the value that the gateways on ${name} have` : `the contents of the file "keys" of ${name}`
