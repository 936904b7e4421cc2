import { GatewayError } from '@patchbay/core/errors'
import { stepToStoreApplication } from '@patchbay/core/next-step'
import { applicationPath, type VendorApplicationRecord, type VendorApplicationRef } from '@patchbay/core/store'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import type { AdminReply, HandlerParts } from '../../route/admin-route.ts'
import { secretMember } from '../../route/changes/list-changes.ts'
import { formatEtag } from '../../route/preconditions.ts'
import { instant, orNull } from '../../route/values/schemas.ts'

export const appJson = Type.Object(
  {
    provider: Type.String(),
    tenant: orNull(Type.String(), '`null`: for every tenant without one of its own'),
    client_id: Type.String(),
    has_secret: Type.Boolean(),
    scopes: orNull(Type.Array(Type.String())),
    authorize_url: orNull(Type.String()),
    token_url: orNull(Type.String()),
    revoke_url: orNull(Type.String()),
    issuers: orNull(Type.Array(Type.String())),
    secret_expires_at: orNull(instant(), '`null`: not known'),
    redirect_uri: Type.String({ description: 'Register this at the vendor' }),
    created_at: instant(),
    updated_at: instant(),
  },
  { title: 'App' },
)

export const toJson = (
  { tenant, sealed_client_secret, version: _, former: __, ...app }: VendorApplicationRecord,
  baseUrl: string,
): Type.Static<typeof appJson> => ({
  ...app,
  tenant: tenant === '' ? null : tenant,
  has_secret: sealed_client_secret !== null,
  scopes: app.scopes === null ? null : [...app.scopes],
  issuers: app.issuers === null ? null : [...app.issuers],
  redirect_uri: `${baseUrl}/connect/callback/${app.provider}`,
})

/** The application for the changes in the audit log, which name a new secret without showing it. */
export const withSecret = (record: VendorApplicationRecord, baseUrl: string): object => ({
  ...toJson(record, baseUrl),
  client_secret: secretMember(record.sealed_client_secret),
})

export const applicationReply = (
  record: VendorApplicationRecord,
  { baseUrl }: HandlerParts,
  status = 200,
): AdminReply => json(toJson(record, baseUrl()), status, { etag: formatEtag(record.version) })

export const describeApp = (ref: VendorApplicationRef): string => `The application ${applicationPath(ref)}`

export const noApp = (ref: VendorApplicationRef) =>
  new GatewayError('NOT_FOUND', `There is no application ${applicationPath(ref)}`, {
    next: stepToStoreApplication(ref),
  })
