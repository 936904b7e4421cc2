// Test lanes: browser

/** The authorize page in a real Chromium. Not run where there is none (see `findChromium`). */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { type Stage, searchFor, startStage } from '../e2e/stage.ts'
import { type Agent, createAgent } from './agent.ts'
import { chromiumOptions } from './chromium.ts'
import { formsByTurns, lookAt } from './look-at.ts'

/** The client's site, which is another one as `localhost`, and pages of an attacker. */
const pages = new Map<string, string>()
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname, port } = new URL(url)
    if (pathname === '/moved') return Response.redirect(`http://localhost:${port}/elsewhere`, 302)
    return new Response(pages.get(pathname) ?? 'back at the client', { headers: { 'content-type': 'text/html' } })
  },
})
const callback = `http://127.0.0.1:${site.port}/callback`

let browser: Browser
let stage: Stage
let agent: Agent
let client: string
/** Names as long as they may be, without a place to break them. */
let longNamed: string
const longTenant = `t${'e'.repeat(40)}`
beforeAll(async () => {
  // No sandbox: containers forbid its system calls, and all that is opened here is our own.
  browser = await chromium.launch(chromiumOptions())
  stage = await startStage()
  await stage.ready('acme')
  agent = createAgent(stage.url)
  client = await agent.register({ client_name: 'A desktop client', redirect_uris: [callback] })
  longNamed = await agent.register({ client_name: 'W'.repeat(100), redirect_uris: [callback] })
  await stage.ready(longTenant)
})
afterAll(async () => {
  await browser.close()
  await stage.stop()
  await site.stop(true)
})

const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return context.newPage()
}
const authorizeUrl = () => agent.authorizeUrl(client, { redirect_uri: callback })
const field = (page: Page) => page.getByLabel('Tenant token')
const button = (page: Page, name: string) => page.getByRole('button', { name })

test.each([true, false])(
  'a user pastes the token, allows, and the client calls (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled })
    const { url, verifier } = authorizeUrl()
    await page.goto(url.href)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A desktop client')
    expect(await page.getByRole('definition').allTextContents()).toEqual([
      'A desktop client (the name that it gave itself, unverified)',
      `a program on this device (127.0.0.1:${site.port})`,
    ])
    await field(page).fill(tokenOf('acme'))
    await button(page, 'Continue').click()
    await page.getByRole('heading', { name: 'What may A desktop client do?' }).waitFor()
    expect(await page.getByRole('definition').nth(1).textContent()).toBe('acme (acme)')
    const [hubspot, stripe] = ['HubSpot CRM', 'Stripe'].map((name) => page.getByRole('group', { name }))
    // A checked switch leaves two choices: the secrets, and asking first.
    expect(await page.getByRole('checkbox').count()).toBe(2)
    expect(await page.getByRole('checkbox', { name: 'Ask first' }).isChecked()).toBe(false)
    await page.getByRole('switch', { name: 'Change everything' }).uncheck()
    expect(await stripe?.getByLabel('Change').isChecked()).toBe(false)
    await hubspot?.getByLabel('Change').check()
    await button(page, 'Allow').click()
    await page.waitForURL(`${callback}?**`)
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const { body } = await agent.exchange(client, { code, verifier }, { redirect_uri: callback })
    expect(body.scope).toBe('hubspot:read hubspot:write stripe:read stripe:secret')
    const answer = await stage.call('acme', 'hubspot', searchFor('a@b.c'), { token: body.access_token })
    expect(answer.status).toBe(200)
  },
)

test('a wrong token is explained beside the field, which is empty, has the focus and takes the right one', async () => {
  const page = await open()
  await page.goto(authorizeUrl().url.href)
  await field(page).fill('a-token-that-nobody-has')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('This tenant token is not known here')
  expect(await page.title()).toMatch(/^Try again/)
  expect(await field(page).inputValue()).toBe('')
  expect(await page.locator(':focus').getAttribute('id')).toBe('token')
  await page.keyboard.type(tokenOf('acme'))
  await page.keyboard.press('Enter')
  await button(page, 'Allow').click()
  await page.waitForURL(`${callback}?**`)
  expect(new URL(page.url()).searchParams.has('code')).toBe(true)
})

test('a user refuses without a token, with the keyboard alone', async () => {
  const page = await open()
  await page.goto(authorizeUrl().url.href)
  const focused: (string | null)[] = []
  for (let n = 0; n < 3; n++) {
    await page.keyboard.press('Tab')
    const focus = page.locator(':focus')
    focused.push((await focus.getAttribute('value')) ?? (await focus.getAttribute('id')))
  }
  expect(focused).toEqual(['token', 'continue', 'refuse'])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${callback}?**`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})

test('a user takes away a box and allows the rest, with the keyboard alone', async () => {
  const page = await open()
  const { url, verifier } = authorizeUrl()
  await page.goto(url.href)
  await page.keyboard.press('Tab')
  await page.keyboard.type(tokenOf('acme'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What may' }).waitFor()
  const focused: (string | null)[] = []
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press('Tab')
    const focus = page.locator(':focus')
    focused.push((await focus.getAttribute('name')) ?? (await focus.getAttribute('href')))
    // The switch for changes off, and changes at Stripe on.
    if (n === 1 || n === 3) await page.keyboard.press('Space')
  }
  const boxes = ['every_read', 'every_write', 'hubspot:write', 'stripe:write', 'stripe:secret']
  expect(focused).toEqual([...boxes, 'ask_writes', '/oauth/grants', 'decision'])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${callback}?**`)
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const { body } = await agent.exchange(client, { code, verifier }, { redirect_uri: callback })
  expect(body.scope).toBe('hubspot:read stripe:read stripe:write stripe:secret')
})

test('the buttons stay in view on a phone, and cover nothing that has the focus', async () => {
  const { providers } = (await stage.admin('GET', '/admin/tenants/acme')).body
  const more = ['slack', 'github', 'notion', 'linear', 'gmail', 'airtable', 'asana', 'figma', 'trello']
  const entry = { accounts: [{ id: 'main', label: 'Main' }], default: 'main' }
  await stage.ready('many')
  const changed = await stage.admin('PATCH', '/admin/tenants/many', {
    providers: { ...providers, ...Object.fromEntries(more.map((id) => [id, entry])) },
  })
  expect(changed.status).toBe(200)
  const page = await open({ viewport: { width: 390, height: 700 } })
  await page.goto(authorizeUrl().url.href)
  await field(page).fill(tokenOf('many'))
  await button(page, 'Continue').click()
  await button(page, 'Allow').waitFor()
  await page.getByRole('switch', { name: 'Change everything' }).uncheck()
  const read = (script: string) => page.evaluate<number>(script)
  expect(await read('document.documentElement.scrollHeight')).toBeGreaterThan(1000)
  for (const _ of more) {
    await page.keyboard.press('Tab')
    const bar = await read(`document.querySelector('.stay').getBoundingClientRect().top`)
    expect(await read('document.activeElement.getBoundingClientRect().bottom')).toBeLessThanOrEqual(bar)
    expect(await read(`document.querySelector('.stay').getBoundingClientRect().bottom`)).toBeLessThanOrEqual(700)
  }
})

test('a user who pasted the token of another tenant goes back and pastes the right one', async () => {
  const page = await open()
  await page.goto(authorizeUrl().url.href)
  await field(page).fill(tokenOf('acme'))
  await button(page, 'Continue').click()
  await button(page, 'Use another tenant token').click()
  expect(await field(page).inputValue()).toBe('')
  await field(page).fill(tokenOf('acme'))
  await button(page, 'Continue').click()
  await button(page, 'Allow').waitFor()
})

test.each([true, false])(
  'a mistake of the application stays on the page until the user goes back (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled })
    const { url } = agent.authorizeUrl(client, { redirect_uri: callback, response_type: 'token' })
    await page.goto(url.href)
    expect(await page.getByRole('alert').textContent()).toContain('The response_type must be code')
    expect(page.url()).toBe(url.href)
    await page.getByRole('link', { name: 'Go back to the application' }).click()
    await page.waitForURL(`${callback}?**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('unsupported_response_type')
  },
)

test('a client sends the browser on to wherever it likes', async () => {
  const moved = `http://127.0.0.1:${site.port}/moved`
  const id = await agent.register({ client_name: 'A client that has moved', redirect_uris: [moved] })
  for (const name of ['Allow', 'Refuse']) {
    const page = await open()
    await page.goto(agent.authorizeUrl(id, { redirect_uri: moved }).url.href)
    await field(page).fill(tokenOf('acme'))
    await button(page, 'Continue').click()
    await button(page, name).click()
    await page.waitForURL(`http://localhost:${site.port}/elsewhere`)
  }
})

test('going on without a token stays on the page', async () => {
  const page = await open()
  const { url } = authorizeUrl()
  await page.goto(url.href)
  await button(page, 'Continue').click()
  expect(await page.locator('#token:invalid').count()).toBe(1)
  expect(page.url()).toBe(url.href)
})

test('two pages that are open at once both work', async () => {
  const first = await open()
  const second = await first.context().newPage()
  for (const page of [first, second]) await page.goto(authorizeUrl().url.href)
  for (const page of [first, second]) {
    await field(page).fill(tokenOf('acme'))
    await button(page, 'Continue').click()
    await button(page, 'Allow').waitFor()
  }
  for (const page of [first, second]) {
    await button(page, 'Allow').click()
    await page.waitForURL(`${callback}?**`)
  }
})

describe('an attacker', () => {
  test('can not put the page into a frame', async () => {
    pages.set('/frame', `<iframe src="${Bun.escapeHTML(authorizeUrl().url.href)}"></iframe>`)
    const page = await open()
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(`http://127.0.0.1:${site.port}/frame`)
    await refused
    expect(await page.frames()[1]?.getByLabel('Tenant token').count()).toBe(0)
  })

  test("who even knows the proof of a user's page can not post its form from another site", async () => {
    const victim = await open()
    await victim.goto(authorizeUrl().url.href)
    const hidden = await victim.locator('input[type=hidden]').all()
    const fields = hidden.map(async (input) => [await input.getAttribute('name'), await input.getAttribute('value')])
    const inputs = [...(await Promise.all(fields)), ['token', tokenOf('acme')], ['decision', 'continue']].map(
      ([name, value]) => `<input name="${name}" value="${Bun.escapeHTML(value ?? '')}">`,
    )
    const form = `<form method="post" action="${stage.url}/oauth/authorize">${inputs.join('')}<button>Win</button></form>`
    pages.set('/forged', form)
    await victim.goto(`http://127.0.0.1:${site.port}/forged`)
    await button(victim, 'Win').click()
    await victim.getByRole('alert').waitFor()
    expect(victim.url()).toBe(`${stage.url}/oauth/authorize`)
  })
})

test.each(formsByTurns)('on a $size, $colorScheme, it fits and axe finds no fault', async (form) => {
  const page = await open(form)
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  const look = (name: string): Promise<void> => lookAt(page, name, form, 'authorize')
  await page.goto(authorizeUrl().url.href)
  await look('ask')
  expect(messages).toEqual([])
  await field(page).fill('wrong')
  await button(page, 'Continue').click()
  await page.getByRole('alert').waitFor()
  await look('wrong-token')
  await field(page).fill(tokenOf('acme'))
  await button(page, 'Continue').click()
  await button(page, 'Allow').waitFor()
  await look('choose')
  for (const name of ['Read everything', 'Change everything']) await page.getByRole('switch', { name }).uncheck()
  await look('choose-some')
  await page.getByLabel('Secrets').uncheck()
  await button(page, 'Allow').click()
  await page.getByRole('alert').waitFor()
  await look('nothing-checked')
  await page.goto(agent.authorizeUrl(longNamed, { redirect_uri: callback, scope: 'hubspot:create@main' }).url.href)
  await look('long-name')
  await field(page).fill(tokenOf(longTenant))
  await button(page, 'Continue').click()
  await button(page, 'Allow').waitFor()
  await look('long-name-choose')
  await page.goto(agent.authorizeUrl('forgotten').url.href)
  await look('unknown-client')
  await page.goto(agent.authorizeUrl(client, { redirect_uri: callback, response_type: 'token' }).url.href)
  await look('faulty-request')
  // The style was let in by its hash: the card has the ground of its colour scheme.
  const ground = await page.evaluate(`getComputedStyle(document.querySelector('main')).backgroundColor`)
  expect(ground).toBe(form.colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 27)')
})
