import { randomBytes } from 'node:crypto'
import { hashToken } from '@patchbay/core/store'
import { makeKey } from '@patchbay/core/vault'

/** The choices made for `patchbay init`. */
export interface DeploymentPlan {
  /** The absolute path of the folder for its files. */
  readonly folder: string
  readonly baseUrl: string
  readonly image: string
  /** The absolute path of the folder whose Dockerfile builds the image; `undefined`: the image exists. */
  readonly built: string | undefined
  /** The command that starts this program, as its words. */
  readonly program: readonly string[]
}

/** The files' contents by their paths below the folder. */
export type DeploymentFiles = Readonly<Record<string, string>>

/** The files with secrets that every deployment reads, and the admin key, whose hash is in them. */
export const makeSecrets = (): { readonly adminKey: string; readonly files: DeploymentFiles } => {
  const adminKey = `pb_admin_${randomBytes(32).toString('base64url')}`
  return {
    adminKey,
    files: { 'secrets/admin-api-key': `${hashToken(adminKey)}\n`, 'secrets/patchbay-keys': `${makeKey()}\n` },
  }
}
