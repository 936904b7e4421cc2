import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listClasses, type SingleAuth } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { loadRegistry } from '../../server/registry.ts'
import { actionsOf, isOwnAction, lastingNames } from '../domain-of.ts'
import { root } from './pages.ts'
import { authenticationLinks, notesOf } from './plugin-comments.ts'
import { callsOf, limitsOf, startOf, writeFactsOf } from './provider-start.ts'
import { rolesOf } from './tables/classes.ts'
import { markdownTable } from './tables/markdown-table.ts'

/** A page of `docs/providers`, made from the plugin alone. */
export interface ProviderPage {
  readonly page: string
  readonly text: string
}

const scopesOf = (auth: SingleAuth): string[] => {
  if (auth.kind !== 'oauth2') return []
  const optional = auth.grant === undefined || auth.grant === 'authorization_code' ? auth.optionalScopes : undefined
  const rows = [...Object.entries(auth.scopes), ...Object.entries(optional ?? {})]
  return rows.length === 0
    ? []
    : [
        '',
        markdownTable(
          ['scope', 'what it allows'],
          rows.map(([name, what]) => [`\`${name}\``, what]),
        ),
      ]
}

/** The stored credential for one kind of authentication. */
const storedOf = (auth: SingleAuth): string => {
  switch (auth.kind) {
    case 'none':
      return 'No credential: the API is public.'
    case 'oauth2':
      if (auth.grant === 'client_credentials')
        return 'OAuth 2.0: register an application at the vendor. Its id and secret are given on the page of a [connect link](../connect.md), or stored with [`POST /admin/seed-oauth`](../oauth.md).'
      return 'OAuth 2.0: register an application at the vendor, then let a person [connect the account](../connect.md) by a link. A token that you already have is stored as `access_token`.'
    case 'apiKey':
      return `A key, stored as \`access_token\`. Calls carry it in ${auth.header ? `the header \`${auth.header}\`` : `the ${auth.body ? 'body' : 'query'}`}.`
    case 'basic':
      return auth.username === undefined && auth.password === undefined
        ? 'HTTP Basic: `username:password`, stored as `access_token`.'
        : `HTTP Basic: the ${auth.username === undefined ? 'user name' : 'key'} alone, stored as \`access_token\`.`
    case 'keys':
      return `Several keys, stored as \`secrets\`: ${Object.keys(auth.keys)
        .map((name) => `\`${name}\``)
        .join(', ')}.`
    case 'signed':
      return `Secrets by which the gateway signs each request, stored as \`secrets\`: ${auth.secrets.map((name) => `\`${name}\``).join(', ')}.`
  }
}

const credentials = ({ id, auth }: Domain['provider']): string[] => {
  const kinds = auth.kind === 'oneOf' ? Object.entries(auth.alternatives) : [['', auth] as const]
  const links = authenticationLinks(id)
  return [
    '## Credentials',
    '',
    ...kinds.flatMap(([name, kind]) => [
      ...(name === '' ? [storedOf(kind)] : [`- \`"auth": "${name}"\`: ${storedOf(kind)}`]),
      ...scopesOf(kind),
      '',
    ]),
    ...(links.length > 0 ? ['The vendor describes it here:', '', ...links.map((link) => `- <${link}>`), ''] : []),
  ]
}

const settings = ({ settings }: Domain['provider']): string[] => {
  const rows = Object.entries(settings ?? {}).map(([name, schema]) => [
    `\`${name}\``,
    String(Object(schema).description),
  ])
  return rows.length === 0
    ? []
    : [
        '## Settings',
        '',
        'Each account has these, stored with the tenant:',
        '',
        markdownTable(['setting', 'what it is'], rows),
        '',
      ]
}

/** The actions by hand, and of an imported document the curated ones; the others would fill the page. */
const listedOf = (domain: Domain): ReturnType<typeof actionsOf> =>
  actionsOf(domain).filter(([name]) => isOwnAction(domain, name))

/** Vendors whose documents the project may not ship have a row in the page of known vendors. */
const vendorsPage = readFileSync(join(root, 'docs/known-vendors.md'), 'utf8')

const unshipped = (id: string): string[] =>
  vendorsPage.includes(`\n| \`${id}\` |`)
    ? [
        '',
        "The vendor's document has more actions, and no license to ship them: [import it yourself](../known-vendors.md#vendors-whose-document-you-import-yourself).",
      ]
    : []

/** Actions that a domain's tool doesn't list. */
const others = (domain: Domain): string[] => {
  const { source, provider } = domain
  const { listed } = source
  if (listed === undefined) return unshipped(provider.id)
  const more = lastingNames(source).length - listedOf(domain).length
  const byFind = "Models find them by the domain's [`find`](../importing.md#from-a-document-to-a-provider)."
  return more > 0 ? ['', `The vendor's document has ${more} more actions. ${byFind}`] : unshipped(provider.id)
}

const actionTable = (actions: ReturnType<typeof actionsOf>): string =>
  markdownTable(
    ['action', 'kind', 'class', 'what it does'],
    actions.map(([name, { effect, description, pages }]) => [
      `\`${name}\``,
      `${effect.kind}${effect.secret ? ', secret' : ''}${pages ? ', paged' : ''}`,
      listClasses(effect)
        .map((one) => `\`${one}\``)
        .join(', '),
      description,
    ]),
  )

/** The actions that the domain's tool lists, and the others folded: some providers have eighty of them. */
const actionTables = (domain: Domain): string[] => {
  const own = listedOf(domain)
  const listed = new Set(domain.source.listed ?? own.map(([name]) => name))
  const further = own.filter(([name]) => !listed.has(name))
  const table = actionTable(own.filter(([name]) => listed.has(name)))
  if (further.length === 0) return [table]
  const summary = `<summary>${further.length} further actions, which models find by the domain's <code>find</code></summary>`
  return [table, '', '<details>', summary, '', actionTable(further), '', '</details>']
}

const example = ({ provider: { id, title, probe }, source }: Domain): string[] => {
  const name = probe?.action ?? source.names()[0] ?? ''
  const { description = '' } = source.action(name) ?? {}
  const body = JSON.stringify({ action: name, ...probe?.params })
  return [
    '## Try it',
    '',
    ...callsOf(id, source.listed ?? source.names(), body),
    '',
    `In an MCP client: "Use ${title}: ${description.split(';', 1)[0]?.replace(/^./, (first) => first.toLowerCase())}."`,
    '',
  ]
}

const textOf = (domain: Domain): string => {
  const { provider } = domain
  return [
    `# ${provider.title}`,
    '',
    `The provider \`${provider.id}\` in paths, tools and policies. This page is made from the plugin and its \`facts.json\` by \`bun run docs\`.`,
    '',
    ...startOf(provider.id),
    ...credentials(provider),
    ...settings(provider),
    ...notesOf(provider.id),
    ...limitsOf(provider.id),
    '## Actions',
    '',
    'Their parameters are described at `/docs` of the gateway.',
    '',
    ...actionTables(domain),
    ...rolesOf(domain),
    ...writeFactsOf(provider.id, domain.source.listed ?? domain.source.names()),
    ...others(domain),
    '',
    ...example(domain),
  ].join('\n')
}

export const providerPages: readonly ProviderPage[] = (await loadRegistry()).map((domain) => ({
  page: `docs/providers/${domain.provider.id}.md`,
  text: textOf(domain),
}))
