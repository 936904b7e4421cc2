import type { Domain } from '@patchbay/core/schema'
import type { Gateway } from './gateway.ts'

const indent = (text: string): string => text.replaceAll(/^/gm, '  ')

const curl = (url: string, method: string, path: string, key: string, body: unknown): string =>
  `curl -X ${method} ${url}${path} \\\n  -H 'x-admin-key: ${key}' -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`

const adminKeyText = (key: string): string => `Admin key (shown this once; only its hash is kept):

  ${key}

It stays in the log, wherever this output is kept. To replace it, start again with the hash of another one:

  ADMIN_API_KEY=$(printf %s '<a key of your own>' | sha256sum | cut -c1-64)

Give other people keys of their own, with a role: POST /admin/keys.`

/** The next steps on a new gateway: a tenant, a token to call with, a credential for the provider. */
const nextSteps = (url: string, key: string, provider: string): string =>
  [
    'Next, make a tenant, have a tenant token made for its callers (the answer shows it, this once), and store its credential:',
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

/** Where it listens, what it has, and where its data is. */
export const bannerHead = ({ url, adminUrl, storeDescription }: Gateway, registry: readonly Domain[]): string => {
  const providers = registry.map(({ provider, version }) => `${provider.id} ${version}`).join(', ')
  return [
    `Patchbay listens on ${url}`,
    ...(adminUrl === url ? [] : [`  admin:     ${adminUrl}`]),
    `  providers: ${providers || 'none'}`,
    `  store:     ${storeDescription}`,
    `  console:   ${adminUrl}/console`,
    '  help:      bun start --help',
  ].join('\n')
}

/** Whether an account needs nothing but one secret. */
const isEasy = ({ provider: { settings, auth } }: Domain): boolean =>
  settings === undefined && (auth.kind === 'oauth2' || auth.kind === 'apiKey')

/** What the start prints for the operator. */
export const banner = (gateway: Gateway, registry: readonly Domain[]): string => {
  const { adminUrl, adminKey } = gateway
  const easy = registry.find(isEasy) ?? registry[0]
  return [
    bannerHead(gateway, registry),
    ...(adminKey?.made ? [adminKeyText(adminKey.made)] : []),
    ...(adminKey?.made && easy ? [nextSteps(adminUrl, adminKey.made, easy.provider.id)] : []),
    '',
  ].join('\n\n')
}
