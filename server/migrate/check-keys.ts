import { accessTokenBinding, clientSecretBinding, refreshTokenBinding } from '@patchbay/core/refresh'
import { accountPath, type RecordKind, type Records, recordKinds } from '@patchbay/core/store'
import { type Binding, createVault, parseKeys } from '@patchbay/core/vault'
import { readAll } from '../store/rules/read-all.ts'
import type { Place } from './open-place.ts'

interface Sealed {
  readonly sealed: string
  readonly binding: Binding
}

/** The sealed values in each kind's records; `null`: records of this kind have none. */
const sealedIn: { readonly [K in RecordKind]: ((record: Records[K]) => readonly Sealed[]) | null } = {
  tenants: null,
  bearerTokens: null,
  credentials: (record) => [{ sealed: record.sealed, binding: accessTokenBinding(record) }],
  seeds: (record) => [
    { sealed: record.sealed_client_secret, binding: clientSecretBinding(record) },
    { sealed: record.sealed_refresh_token, binding: refreshTokenBinding(record) },
  ],
  oauthClients: null,
  authorizationCodes: null,
  grants: null,
  snapshots: null,
  billing: null,
  suggestions: null,
  adminKeys: null,
  rollUps: null,
  audit: null,
}

async function* sealedValues<K extends RecordKind>({ store }: Place, kind: K): AsyncGenerator<Sealed> {
  const values = sealedIn[kind]
  if (!values) return
  for await (const { records } of readAll(store, kind)) for (const record of records) yield* values(record)
}

/**
 * Opens every sealed value with the keys of a gateway on the target: PATCHBAY_KEYS, else the key file beside the target.
 * Values are moved as they are, so a value that doesn't open here would be lost. Returns how many there are. Throws Error for
 * the operator, without a key or a secret in it.
 */
export const checkKeys = async (from: Place, to: Place, patchbayKeys: string | undefined): Promise<number> => {
  const keys = patchbayKeys ?? to.keys
  const vault = keys === undefined ? undefined : createVault(parseKeys(keys))
  let count = 0
  for (const kind of recordKinds) {
    for await (const { sealed, binding } of sealedValues(from, kind)) {
      if (!vault)
        throw new Error(`credentials are sealed, and are moved as they are: set PATCHBAY_KEYS to ${keysOf(from)}`)
      try {
        await vault.open(sealed, binding)
      } catch (cause) {
        throw new Error(
          `the credential of ${accountPath(binding)} doesn't open under the keys of the target: ` +
            `set PATCHBAY_KEYS to ${keysOf(from)}`,
          { cause },
        )
      }
      count++
    }
  }
  return count
}

const keysOf = ({ name, keys }: Place): string =>
  keys === undefined ? `what it is where gateways run on ${name}` : `what the file "keys" of ${name} holds`
