import type { ConnectLink } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import Type from 'typebox'
import { isLinkOver } from '../../../connect/index.ts'
import { closed, idSchema, instant, orNull, providerId } from '../../route/values/schemas.ts'

export const hour = 3600
const week = 7 * 24 * hour

/** The most providers that a person can choose from. */
const mostProviders = 20
const mostMetadata = 20

const metadata = (description: string) =>
  Type.Record(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,64}$' }), Type.String({ maxLength: 500 }), {
    maxProperties: mostMetadata,
    description,
  })

export const connectBody = Type.Object(
  {
    tenant_id: idSchema('The tenant'),
    create_tenant: Type.Optional(
      Type.Object(
        { name: Type.String({ minLength: 1, maxLength: 200, description: 'Display name' }) },
        {
          ...closed,
          description: 'Creates the tenant with its first account if it does not exist; an existing one stays as it is',
        },
      ),
    ),
    provider: Type.Union(
      [
        providerId('The provider'),
        Type.Array(providerId('A provider'), { minItems: 1, maxItems: mostProviders, uniqueItems: true }),
      ],
      { description: 'The provider, or several among which the person chooses' },
    ),
    account_id: idSchema('The id of a new account, or of one to connect again'),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Display name' })),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$' }), {
        maxItems: 200,
        description: 'Scopes to request at the vendor, instead of those of the application; for one provider only',
      }),
    ),
    settings: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        description: 'Settings that you already know; the page asks for the others. For one provider only',
      }),
    ),
    metadata: Type.Optional(
      metadata('Texts of your own: `GET` returns them, and so does each webhook about the account'),
    ),
    return_url: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Where the browser goes at the end; one of `CONNECT_RETURN_URLS`' }),
    ),
    origin: Type.Optional(
      Type.String({
        maxLength: 300,
        description:
          'The origin of your page that opens the link in a pop-up, such as `https://app.example.com`: that page, and no other, is told when the account is connected. Instead of `return_url`',
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({ minimum: 60, maximum: week, default: hour, description: 'Seconds; at most a week' }),
    ),
  },
  {
    ...closed,
    title: 'ConnectLinkInput',
    examples: [
      { tenant_id: 'acme', provider: 'hubspot', account_id: 'main' },
      {
        tenant_id: 'cust-42',
        create_tenant: { name: 'Initech' },
        provider: ['hubspot', 'salesforce'],
        account_id: 'main',
        metadata: { user: '1042' },
      },
    ],
  },
)

export type ConnectBody = Type.Static<typeof connectBody>

export const statuses = ['pending', 'opened', 'connected', 'failed', 'expired', 'disconnected'] as const

export const linkJson = Type.Object(
  {
    connect_id: Type.String(),
    tenant_id: Type.String(),
    provider: orNull(Type.String(), '`null`: the person has not chosen one of `providers` yet'),
    providers: Type.Array(Type.String(), { description: 'The providers among which the person chooses' }),
    account_id: Type.String(),
    status: Type.Enum([...statuses], {
      description: '`disconnected`: it connected the account, whose credential was removed since',
    }),
    reason: orNull(Type.String(), 'Why the last try failed; the link can be tried again until it expires'),
    identity: orNull(Type.String(), 'Who connected the account, as the vendor names them'),
    display_name: orNull(
      Type.String(),
      'The same in words that people recognise, where `identity` is just a number, as it is at HubSpot; `null`: the vendor says none',
    ),
    missing_scopes: Type.Array(Type.String(), {
      description: 'Scopes that the actions need and the person did not grant at the vendor',
    }),
    metadata: metadata('What the link was created with'),
    expires_at: instant(),
    created_at: instant(),
  },
  { title: 'ConnectLink' },
)

export const newLinkJson = Type.Object(
  {
    connect_id: Type.String(),
    url: Type.String({ description: 'For the person who owns the account; shown in this answer only' }),
    expires_at: instant(),
  },
  { title: 'MadeConnectLink' },
)

const chooseStatus = (link: ConnectLink, now: Date): (typeof statuses)[number] => {
  if (link.status === 'connected') return link.disconnected ? 'disconnected' : 'connected'
  return isLinkOver(link, now) ? 'expired' : link.status
}

export const linkToJson = (link: ConnectLink, now: Date): Type.Static<typeof linkJson> => {
  const { connect_id, tenant, provider, account, reason, identity, expires_at, created_at } = link
  const { missing_scopes = [], providers = [provider], metadata = {}, display_name = null } = link
  return {
    connect_id,
    tenant_id: tenant,
    provider: provider || null,
    providers: [...providers],
    account_id: account,
    reason,
    identity,
    display_name,
    created_at,
    missing_scopes: [...missing_scopes],
    metadata,
    status: chooseStatus(link, now),
    expires_at: isoTime(msOf(expires_at)),
  }
}
