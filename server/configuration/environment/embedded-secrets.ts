import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describeThrown } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/store'
import { makeKey, parseKeys, type VaultKey } from '@patchbay/core/vault'

/** Writes the whole file durably, or nothing: with half a key file no credential could ever be opened. */
const writeDurably = (folder: string, name: string, content: string): void => {
  const temporary = join(folder, `.${name}.new`)
  const file = openSync(temporary, 'w', 0o600)
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, join(folder, name))
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

const readKeys = (path: string): readonly VaultKey[] => {
  try {
    return parseKeys(readFileSync(path, 'utf8').trim())
  } catch (cause) {
    throw new Error(`${path} is damaged: ${describeThrown(cause)}; put a copy of it back, or set PATCHBAY_KEYS`, {
      cause,
    })
  }
}

/**
 * The sealing keys beside the embedded store, made if there are none. Throws Error for the operator when the keys are damaged, or
 * missing while credentials are stored, which new keys could never open.
 */
export const embeddedKeys = (dataDir: string, sealed: number): readonly VaultKey[] => {
  const path = join(dataDir, 'keys')
  if (existsSync(path)) return readKeys(path)
  if (sealed > 0) {
    throw new Error(
      `${path} is missing, and ${sealed} stored credentials can't be opened without it: put it back, or set PATCHBAY_KEYS`,
    )
  }
  const keys = makeKey()
  writeDurably(dataDir, 'keys', `${keys}\n`)
  return parseKeys(keys)
}

/** The hash of the embedded store's admin key, and the key itself at the start that makes it. */
export interface AdminKey {
  readonly hash: string
  readonly newKey?: string
}

const adminKeyFile = 'admin-key.sha256'

const readHash = (path: string): string => {
  const hash = readFileSync(path, 'utf8').trim()
  if (/^[0-9a-f]{64}$/i.test(hash)) return hash.toLowerCase()
  throw new Error(
    `${path} is damaged: it should hold 64 hex digits, the SHA-256 of the admin key; put a copy of it back, ` +
      'or delete it and the next start makes another key',
  )
}

/**
 * Reads the stored hash of the admin key, or makes a key; `keepAdminKey` stores its hash after the key was shown. Throws
 * Error for the operator when the stored hash is damaged, because no key would match it.
 */
export const embeddedAdminKey = (dataDir: string): AdminKey => {
  const path = join(dataDir, adminKeyFile)
  if (existsSync(path)) return { hash: readHash(path) }
  const newKey = `pb_admin_${randomBytes(24).toString('base64url')}`
  return { hash: hashToken(newKey), newKey }
}

/** Stores the hash after the key was shown: after a crash in between, the next start makes and shows another key. */
export const keepAdminKey = (dataDir: string, { hash }: AdminKey): void =>
  writeDurably(dataDir, adminKeyFile, `${hash}\n`)
