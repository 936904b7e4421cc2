import { expect, test } from 'vitest'
import { settable } from '../../server/admin/resources/tenant-tokens/json.ts'
import { tenantJson } from '../../server/admin/resources/tenants/body.ts'
import { hasSection } from './page-section.ts'
import { pages, readPage } from './pages.ts'
import { generatedSections } from './tables/index.ts'

/** Measured sections: measuring takes minutes, and the figures can't be checked here. */
const measured = [
  'administrators',
  'bench',
  'code-bench',
  'console-bench',
  'files',
  'find-imported',
  'jobs-bench',
  'audit-bench',
  'memory',
  'soak',
  'strangers',
  'tool-servers-bench',
  'vendor',
]

test.each(generatedSections)('$page has the section "$name" as the code is', async ({ page, name, text }) => {
  expect(await hasSection(page, name, text()), `${page} is out of date: run \`npx bun run docs\` and commit`).toBe(true)
})

test('every section between marks is written by a script', () => {
  const marked = pages.flatMap((page) =>
    [...readPage(page).matchAll(/<!-- ([\w-]+):begin -->/g)].map(([, name = '']) => name),
  )
  const written = [...measured, ...generatedSections.map(({ name }) => name)]
  expect(marked.toSorted()).toEqual(written.toSorted())
})

const tenantOptions = Object.keys(tenantJson.properties.options.properties)

test.each([
  ['## Tenants', tenantOptions.map((name) => `options.${name}`)],
  ['## Tenant tokens', Object.keys(settable)],
])('docs/admin-api.md, "%s", names each member that an administrator sets', (heading, members) => {
  const [, section = ''] = readPage('docs/admin-api.md').split(`\n${heading}\n`)
  const [own = ''] = section.split('\n## ')
  expect(members.length).toBeGreaterThan(5)
  expect(
    members.filter((name) => !own.includes(`\`${name}\``)),
    `describe them in docs/admin-api.md, "${heading}"`,
  ).toEqual([])
})
