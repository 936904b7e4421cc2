// Test lanes: browser, long

/** `/oauth/grants`, and the pages of an operator with a name and a logo, in a real Chromium. Not run where there is none. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, startStage } from '../e2e/stage.ts'
import { type Agent, createAgent } from './agent.ts'
import { chromiumOptions } from './chromium.ts'
import { forms, lookAt } from './look-at.ts'
import { consent } from './user.ts'

let browser: Browser
let stage: Stage
let agent: Agent
beforeAll(async () => {
  // No sandbox: containers forbid its system calls, and all that is opened here is our own.
  browser = await chromium.launch(chromiumOptions())
  const logo = new URL('../../docs/images/consent.png', import.meta.url).pathname
  stage = await startStage({ env: { BRAND_NAME: 'Acme Integrations', BRAND_LOGO: logo } })
  await stage.ready('acme')
  agent = createAgent(stage.url)
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
})

const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${stage.url}/oauth/grants`)
  return page
}
const button = (page: Page, name: string) => page.getByRole('button', { name })

/** Applications that the user has allowed: what each may do. */
const connect = async (...granted: readonly (readonly string[] | undefined)[]): Promise<void> => {
  for (const [n, boxes] of granted.entries()) {
    const client = await agent.register({ client_name: n === 0 ? 'Claude Code' : 'W'.repeat(100) })
    const { url, verifier } = agent.authorizeUrl(client)
    const code = (await consent(stage.url, url, tokenOf('acme'), boxes)).searchParams.get('code') ?? ''
    await agent.exchange(client, { code, verifier })
  }
}

test.each([true, false])(
  'a user ends one application, then all, with the keyboard alone (scripts: %s)',
  async (javaScriptEnabled) => {
    await connect(undefined, ['hubspot:read'], ['stripe:read', 'stripe:write'])
    const page = await open({ javaScriptEnabled })
    await page.keyboard.press('Tab')
    await page.keyboard.type(tokenOf('acme'))
    await page.keyboard.press('Enter')
    await button(page, 'End access of all applications').waitFor()
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(3)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    expect(await page.getByRole('status').textContent()).toBe('The access of one application has ended.')
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(2)
    for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('No application has access with this tenant token.').waitFor()
    expect(await page.getByRole('status').textContent()).toBe('The access of 2 applications has ended.')
  },
)

test('the operator’s logo is shown, and nothing breaks the policy', async () => {
  const page = await open()
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.reload()
  const width = await page.evaluate<number>(`document.querySelector('.brand img').naturalWidth`)
  expect(width).toBe(1280)
  expect(messages).toEqual([])
})

test.each(forms)('the pages read well on a $size in $colorScheme, and axe finds nothing', async (form) => {
  await connect(undefined, ['hubspot:read', 'stripe:write'])
  const page = await open(form)
  const look = (name: string): Promise<void> => lookAt(page, name, form, 'own-grants')
  await look('paste')
  await page.getByLabel('Tenant token').fill('wrong')
  await button(page, 'Show').click()
  await page.getByRole('alert').waitFor()
  await look('wrong-token')
  await page.getByLabel('Tenant token').fill(tokenOf('acme'))
  await button(page, 'Show').click()
  await button(page, 'End access of all applications').waitFor()
  await look('list')
  await button(page, 'End access of all applications').click()
  await page.getByRole('status').waitFor()
  await look('ended')
})
