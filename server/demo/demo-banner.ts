import type { Domain } from '@patchbay/core/schema'
import { bannerHead } from '../banner.ts'
import type { Gateway } from '../gateway.ts'
import { demoTenantId } from './demo-tenants.ts'

const warning = `DEMO: this gateway, its tenants and the CRM behind them are created anew at each start.
Keep nothing in it, least of all credentials of your own.`

const indent = (text: string): string => text.replaceAll(/^/gm, '  ')

const post = (url: string, token: string, body: unknown, headers: readonly string[] = []): string =>
  [
    `curl -s -X POST ${url} \\`,
    `  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
    ...headers.map((header) => `  -H '${header}' \\`),
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n')

const atNorthwind = {
  action: 'search_people',
  filters: [{ field: 'email', operator: 'contains', value: '@northwind.example' }],
}
const newPerson = {
  action: 'create_person',
  name: 'Ada Quayle',
  email: 'ada.quayle@northwind.example',
  title: 'Head of Baking',
  company_id: 'company-1',
}

/** Independent commands, except that the third one finds the record which the second one creates. */
const commands = (url: string, token: string): readonly (readonly [what: string, command: string])[] => {
  const rest = `${url}/api/v1/${demoTenantId}/${demoTenantId}`
  const toolCall = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: demoTenantId, arguments: atNorthwind },
  }
  return [
    ['Find the people of a company:', post(rest, token, atNorthwind)],
    ['Add a person (a second time, the CRM refuses the same email address):', post(rest, token, newPerson)],
    [
      'Find the people again, over MCP; the new one is among them:',
      post(`${url}/mcp`, token, toolCall, ['Accept: application/json, text/event-stream']),
    ],
  ]
}

/**
 * The text that a demo prints at its start: the warning, a link that signs in, three commands to paste, and further
 * places to look.
 */
export const demoBanner = (
  gateway: Gateway,
  registry: readonly Domain[],
  { token, signIn }: { readonly token: string; readonly signIn: string },
): string => {
  const { url, adminKey, routes } = gateway
  const hasReference = routes.some(({ path }) => path === '/docs')
  return [
    bannerHead(gateway, registry),
    warning,
    `Open the console, signed in (the link works once): ${signIn}`,
    ...commands(url, token).flatMap(([what, command], index) => [`${index + 1}. ${what}`, indent(command)]),
    'Claude Code takes the same tools by:',
    indent(`claude mcp add --transport http patchbay-demo ${url}/mcp --header 'Authorization: Bearer ${token}'`),
    [`Admin key: ${adminKey?.newKey ?? ''}`, ...(hasReference ? [`API reference: ${url}/docs`] : [])].join('\n'),
    '',
  ].join('\n\n')
}
