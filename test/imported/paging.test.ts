// Test lanes: slow

import type { Pages } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { guessPaging, type Paging } from '../../codegen/import/ask/paging.ts'
import { toSlice } from '../../codegen/import/convert/to-slice.ts'
import { createLeftOutList } from '../../codegen/import/read/left-out.ts'
import { readDocument } from '../../codegen/import/read/read.ts'
import { inVersion3 } from '../../codegen/import/read/version-3.ts'
import { operationsByHand, routeOf } from '../vendor-documents/by-hand.ts'
import { findDocument, missingDocuments } from '../vendor-documents/documents.ts'

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
  'GET /files.list': 'the document says no most, and the vendor recommends 200',
  'GET /conversations.list': 'the document allows 1,000, and the vendor recommends 200 at most',
}

/**
 * The part of a curated definition that an import can derive: without the author's knowledge of the vendor, and without sizes that the
 * ¶document doesn't state.
 */
const knowable = (pages: Paging['definition'] | Pages, doubts: readonly string[]) => {
  const { kind, omitsEmpty, first, sendsFirst, size, ...rest } = pages as Record<string, object>
  const { into, max } = (size ?? {}) as Record<string, unknown>
  return { ...rest, ...(doubts.length === 0 && size && { size: { into, max } }) }
}

const proposedBy = async (path: string): Promise<ReadonlyMap<string, Paging>> => {
  const leftOut = createLeftOutList()
  const root = await inVersion3((await readDocument(path, leftOut)).root, leftOut)
  const { actions } = toSlice(root, { id: 'x' })
  return new Map(
    actions.flatMap(({ action, ...imported }) => {
      // As if its author had said that searches by POST only read.
      const effect = /search/.test(imported.operation.path) ? ('read' as const) : action.effect
      const paging = guessPaging(root, { ...imported, action: { ...action, ...(effect && { effect }) } })
      return paging ? [[routeOf(imported.operation.key), paging] as const] : []
    }),
  )
}

describe.each([
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
])('an import proposes for lists of %s', (id, document, least) => {
  const path = findDocument(document)
  const missing = path === undefined ? missingDocuments : undefined

  test.skipIf(missing)('what was written by hand', { meta: { missing } }, async () => {
    const [byHand, proposals] = [await operationsByHand(id), await proposedBy(String(path))]
    const lists = [...byHand].flatMap(([key, hand]) => (hand ? [{ key, hand }] : []))
    const both = lists.flatMap(({ key, hand }) => {
      const found = proposals.get(key)
      return found && !(key in exceptions) ? [{ key, hand, found }] : []
    })
    for (const { key, hand, found } of both) {
      const { kind, definition, doubts } = found
      const asByHand = { key, kind: hand.kind, ...knowable(hand, doubts) }
      expect({ key, kind, ...knowable(definition, doubts) }).toEqual(asByHand)
    }
    console.log(`${id}: as by hand in ${both.length} of ${lists.length} lists`)
    expect(both.length).toBeGreaterThanOrEqual(least)
  })
})
