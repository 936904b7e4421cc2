import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './pages.ts'
import { providerPages } from './provider-pages.ts'

test.each(providerPages)('$page is as the plugin is', ({ page, text }) => {
  const path = join(root, page)
  expect(existsSync(path) && readFileSync(path, 'utf8') === text, 'run `npx bun run docs` and commit').toBe(true)
})

test('no page is left of a provider that is gone', () => {
  const found = readdirSync(join(root, 'docs/providers')).map((name) => `docs/providers/${name}`)
  expect(found.toSorted()).toEqual(providerPages.map(({ page }) => page).toSorted())
})

test('each page names how the account is connected, every setting, and a call', () => {
  for (const { text } of providerPages)
    for (const heading of ['## Credentials', '## Actions', 'curl -s']) expect(text).toContain(heading)
  const shopify = providerPages.find(({ page }) => page.endsWith('shopify.md'))?.text
  expect(shopify).toContain('| `shop` |')
  expect(shopify).toContain('X-Shopify-Access-Token')
})

test.each(providerPages)('$page has calls as commands, and is short enough to read', ({ text }) => {
  expect(text).toMatch(/^call '\{"action":/m)
  const unfolded = text.replaceAll(/<details>[\s\S]*?<\/details>/g, '')
  expect(unfolded.split('\n').length).toBeLessThan(250)
})

test.each(providerPages)('$page links where the vendor describes its credentials', ({ text }) => {
  const credentials = text.slice(text.indexOf('## Credentials'), text.indexOf('## Actions'))
  expect(credentials).toMatch(/^- <https:\/\/[^>]+>$/m)
})

test('what a plugin notes for operators stands in its page, with its links', () => {
  const zendesk = providerPages.find(({ page }) => page.endsWith('zendesk.md'))?.text ?? ''
  expect(zendesk).toMatch(/^## To know\n\n- Nobody can make a new API token .* <https:\/\/\S+oauth-migration>$/m)
})
