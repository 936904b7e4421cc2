import type { Domain } from '@patchbay/core/schema'
import { helpCommand } from './called-as.ts'
import type { Gateway } from './gateway.ts'

const indent = (text: string): string => text.replaceAll(/^/gm, '  ')

const curl = (url: string, method: string, path: string, key: string, body: unknown): string =>
  `curl -X ${method} ${url}${path} \\\n  -H 'x-admin-key: ${key}' -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`

const adminKeyText = (key: string): string => `Admin key (shown this once; only its hash is kept):

  ${key}

It stays in the log if this output is logged. To replace it, start again with the hash of another one:

  ADMIN_API_KEY=$(printf %s '<a key of your own>' | sha256sum | cut -c1-64)

Create a key with a role for each other person: POST /admin/keys.`

/** The next steps on a new gateway: a tenant, a token to call with, a credential for the provider. */
const nextSteps = (url: string, key: string, provider: string): string =>
  [
    'Next, create a tenant, create a tenant token for its callers (only this answer shows it), and store its credential:',
    indent(
      curl(url, 'PUT', '/admin/tenants/acme', key, {
        name: 'Acme',
        status: 'active',
        providers: { [provider]: { accounts: [{ id: 'main', label: 'Main' }] } },
      }),
    ),
    indent(curl(url, 'POST', '/admin/auth', key, { tenant_id: 'acme' })),
    indent(
      curl(url, 'PUT', `/admin/tokens/acme/${provider}/main`, key, { access_token: 'the-token-from-the-provider' }),
    ),
  ].join('\n\n')

const limitText = (callsPerMinute: number): string =>
  callsPerMinute === 0
    ? 'calls are not limited by address (CALLS_PER_MINUTE=0)'
    : `${callsPerMinute} calls a minute per address (CALLS_PER_MINUTE); calls_per_minute of a token or tenant replaces it`

/** The gateway's addresses, providers, call limit and data location. */
export const bannerHead = (
  { url, adminUrl, storeDescription, callsPerMinute }: Gateway,
  registry: readonly Domain[],
): string => {
  const providers = registry.map(({ provider, version }) => `${provider.id} ${version}`).join(', ')
  return [
    `Patchbay listens on ${url}`,
    ...(adminUrl === url ? [] : [`  admin:     ${adminUrl}`]),
    `  providers: ${providers || 'none'}`,
    `  store:     ${storeDescription}`,
    `  limit:     ${limitText(callsPerMinute)}`,
    `  console:   ${adminUrl}/console`,
    `  help:      ${helpCommand}`,
  ].join('\n')
}

/** True if an account needs nothing but one secret. */
const isEasy = ({ provider: { settings, auth } }: Domain): boolean =>
  settings === undefined && (auth.kind === 'oauth2' || auth.kind === 'apiKey')

/** The text that the start prints for the operator. */
export const banner = (gateway: Gateway, registry: readonly Domain[]): string => {
  const { adminUrl, adminKey } = gateway
  const easy = registry.find(isEasy) ?? registry[0]
  return [
    bannerHead(gateway, registry),
    ...(adminKey?.newKey ? [adminKeyText(adminKey.newKey)] : []),
    ...(adminKey?.newKey && easy ? [nextSteps(adminUrl, adminKey.newKey, easy.provider.id)] : []),
    '',
  ].join('\n\n')
}
