import { createCipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { compactDecrypt, decodeProtectedHeader } from 'jose'
import type { VaultKey } from './keys.ts'
import { VaultError } from './vault-error.ts'

/** The row and field that a sealed value belongs to. It can't be opened for any other. */
export interface Binding {
  readonly tenant: string
  readonly provider: string
  readonly account: string
  readonly field: string
}

export interface Vault {
  /** Seals with the first key: a compact JWE, safe to store. */
  seal(plaintext: string, binding: Binding): Promise<string>
  /** Opens a value that any of the keys sealed. Rejects with VaultError if it is damaged or its row or key is another. */
  open(sealed: string, binding: Binding): Promise<string>
  /** True if the first key sealed the value. */
  readonly isCurrent: (sealed: string) => boolean
  /** `<key id>:<HMAC in hex>` of a text for a purpose, by the first key. */
  readonly authenticate: (purpose: string, text: string) => string
  /** The verdict on a tag of `authenticate` for this text and purpose. `unknown-key`: none of the keys made it. */
  readonly verify: (purpose: string, text: string, tag: AuthenticationTag) => 'genuine' | 'forged' | 'unknown-key'
}

/** An HMAC-SHA-256 and the id of its key. */
export interface AuthenticationTag {
  readonly kid: string
  readonly mac: Uint8Array
}

/** `undefined`: the text is none. */
export const parseAuthenticationTag = (text: string): AuthenticationTag | undefined => {
  const [, kid, mac] = /^([A-Za-z0-9_-]{1,32}):([0-9a-f]{64})$/.exec(text) ?? []
  return kid === undefined || mac === undefined ? undefined : { kid, mac: Buffer.from(mac, 'hex') }
}

/** HMAC-SHA-256 under a key of its own for each purpose (HKDF, RFC 5869): the sealing key itself authenticates nothing else. */
const computeMac = (key: Uint8Array, purpose: string, text: string): Buffer =>
  createHmac('sha256', new Uint8Array(hkdfSync('sha256', key, '', `patchbay ${purpose}`, 32)))
    .update(text)
    .digest()

/** Seals and opens secrets as compact JWE, `dir` + A256GCM (RFC 7516, RFC 7518 section 5.3). */
export const createVault = (keys: readonly VaultKey[]): Vault => {
  const [current] = keys
  if (!current) throw new VaultError('a vault needs at least one key')
  const keysById = new Map(keys.map(({ kid, bytes }) => [kid, bytes]))

  return {
    seal: async (plaintext, binding) => encrypt(plaintext, { kid: current.kid, ...bound(binding) }, current.bytes),

    open: async (sealed, binding) => {
      const { plaintext, protectedHeader } = await decrypt(sealed, keysById)
      const matches = Object.entries(bound(binding)).every(([name, value]) => protectedHeader[name] === value)
      if (!matches) throw new VaultError('the sealed value belongs to another tenant, provider, account or field')
      return new TextDecoder().decode(plaintext)
    },

    isCurrent: (sealed) => readKeyId(sealed) === current.kid,

    authenticate: (purpose, text) => `${current.kid}:${computeMac(current.bytes, purpose, text).toString('hex')}`,

    verify(purpose, text, { kid, mac }) {
      const key = keysById.get(kid)
      if (!key) return 'unknown-key'
      return timingSafeEqual(computeMac(key, purpose, text), mac) ? 'genuine' : 'forged'
    },
  }
}

/**
 * Encrypts with node's cipher, as the library takes ten times as long: a write seals its parameters before it is sent.
 * The encryption authenticates the header: the binding in it can be read, but not changed.
 */
const encrypt = (plaintext: string, header: Binding & { readonly kid: string }, key: Uint8Array): string => {
  const encodedHeader = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', ...header })).toString('base64url')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(encodedHeader))
  const ciphertext = cipher.update(plaintext, 'utf8', 'base64url') + cipher.final('base64url')
  // Direct encryption has no encrypted key: that part is empty.
  return [encodedHeader, '', iv.toString('base64url'), ciphertext, cipher.getAuthTag().toString('base64url')].join('.')
}

const readKeyId = (sealed: string): string | undefined => {
  try {
    return decodeProtectedHeader(sealed).kid
  } catch {
    return undefined
  }
}

/** Copies exactly these members: further members of the object must not get into the header. */
const bound = ({ tenant, provider, account, field }: Binding) => ({ tenant, provider, account, field })

const decrypt = async (sealed: string, keysById: ReadonlyMap<string, Uint8Array>) => {
  const findKey = ({ kid = '' }: { kid?: string }): Uint8Array => {
    const key = keysById.get(kid)
    if (!key) throw new VaultError('the key that sealed the value is not among the keys')
    return key
  }
  try {
    return await compactDecrypt(sealed, findKey, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
  } catch (error) {
    if (error instanceof VaultError) throw error
    throw new VaultError('the sealed value is damaged')
  }
}
