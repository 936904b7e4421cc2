import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyProvider, Pages } from '@patchbay/core/provider'
import { expect, test } from 'vitest'
import { namesIn, readImportFile } from '../../codegen/import/import-file.ts'
import { createLeftOutList } from '../../codegen/import/left-out.ts'
import { type Paging, pagingOf } from '../../codegen/import/paging.ts'
import { readDocument } from '../../codegen/import/read.ts'
import { toSlice } from '../../codegen/import/to-slice.ts'
import { inVersion3 } from '../../codegen/import/version-3.ts'

/** Vendors' documents are in the project's shared folder only. */
const folder = join(import.meta.dirname, '../../../shared/data/openapi')
const providers = join(import.meta.dirname, '../../providers')

const header = "the document doesn't show the header Link that the vendor's pages describe"
const deeper = 'the cursor goes deeper into the body than a parameter'
const elsewhere = "the document doesn't show the member that the vendor's pages describe"
/** The lists whose document doesn't show what was written by hand, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'GET /user/repos': header,
  'GET /search/repositories': header,
  'GET /search/issues': header,
  'GET /search/code': header,
  'POST /contacts/search': deeper,
  'POST /conversations/search': deeper,
  'GET /conversations.history': elsewhere,
  'GET /conversations.replies': elsewhere,
  'GET /users.list': elsewhere,
  'GET /search.messages': elsewhere,
  'GET /conversations.list': 'the document allows 1,000, and the vendor recommends 200 at most',
}

/** Without the names in braces, and without what may be the base path: both are named as one likes. */
const routeOf = (key: string): string =>
  key.replaceAll(/\{[^}]+\}/g, '{}').replace(/ \/(?:api\/|gmail\/)?(?:v\d[\d.]*\/)?/, ' /')

/** What was written by hand of the lists that go on, by the operation. */
const pagedIn = async (id: string): Promise<ReadonlyMap<string, Pages>> => {
  const { actions, overlay }: AnyProvider = (await import(join(providers, id, 'index.ts'))).default
  const { names } = namesIn(readImportFile(join(providers, id)))
  const operations = new Map([...names].map(([operation, name]) => [name, operation]))
  return new Map(
    [
      ...Object.values(overlay?.actions ?? {}).map(({ from, pages }) => ({
        key: String(operations.get(from)),
        pages,
      })),
      ...Object.values(actions).map(({ route, pages }) => ({ key: route, pages })),
    ].flatMap(({ key, pages }) => (pages ? [[routeOf(key), pages] as const] : [])),
  )
}

/** What an import can know of it: not what an author adds who knows the vendor, and no size that the document doesn't say. */
const knowable = (pages: Paging['definition'] | Pages, doubts: readonly string[]) => {
  const { kind, omitsEmpty, first, sendsFirst, size, ...rest } = pages as Record<string, object>
  const { into, max } = (size ?? {}) as Record<string, unknown>
  return { ...rest, ...(doubts.length === 0 && size && { size: { into, max } }) }
}

const proposedBy = async (document: string): Promise<ReadonlyMap<string, Paging>> => {
  const leftOut = createLeftOutList()
  const root = await inVersion3((await readDocument(join(folder, document), leftOut)).root, leftOut)
  const { actions } = toSlice(root, { id: 'x' })
  return new Map(
    actions.flatMap(({ action, ...imported }) => {
      // As if its author had said that searches by POST only read.
      const effect = /search/.test(imported.operation.path) ? ('read' as const) : action.effect
      const paging = pagingOf(root, { ...imported, action: { ...action, ...(effect && { effect }) } })
      return paging ? [[routeOf(imported.operation.key), paging] as const] : []
    }),
  )
}

test.skipIf(!existsSync(folder)).each([
  ['asana', 'asana__defs-asana-oas.yaml', 5],
  ['intercom', 'intercom__api-intercom-io-yaml.yaml', 1],
  ['jira', 'atlassian__jira.yaml', 4],
  ['figma', 'figma__openapi-openapi.yaml', 1],
  ['gmail', 'googleapis__gmail.yaml', 3],
  ['google-calendar', 'googleapis__calendar.yaml', 3],
  ['google-drive', 'googleapis__drive.yaml', 3],
  ['github', 'github__api-github-com.json', 6],
  ['stripe', 'stripe__stripe-api.json', 6],
  ['slack', 'slack__web-api-slack-web-openapi-v2.json', 2],
  ['hubspot', 'hubspot__crm-objects.json', 1],
  ['xero', 'xero__xero-accounting.yaml', 4],
  ['microsoft-outlook', 'microsoft__graph-subset.json', 1],
])('an import proposes for lists of %s what was written by hand', async (id, document, least) => {
  const [byHand, proposals] = [await pagedIn(id), await proposedBy(document)]
  const both = [...byHand].flatMap(([key, hand]) => {
    const found = proposals.get(key)
    return found && !(key in exceptions) ? [{ key, hand, found }] : []
  })
  for (const { key, hand, found } of both) {
    const { kind, definition, doubts } = found
    expect({ key, kind, ...knowable(definition, doubts) }).toEqual({ key, kind: hand.kind, ...knowable(hand, doubts) })
  }
  console.log(`${id}: as by hand in ${both.length} of ${byHand.size} lists`)
  expect(both.length).toBeGreaterThanOrEqual(least)
})
