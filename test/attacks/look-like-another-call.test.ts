// Test lanes: slow

/** A caller whose call reads like a harmless one, to whoever decides about it: by characters that nobody sees, and by letters that look like others. */
import { expect, test } from 'vitest'
import { startAsking } from '../approvals/start-asking.ts'
import { tokenOf } from '../client.ts'
import { runPatchbay } from '../command-line/patchbay.ts'
import { createAgent } from '../oauth/agent.ts'
import { decide, openConsent } from '../oauth/user.ts'
import { startWebhookReceiver } from '../providers/webhook-receiver.ts'

const receiver = startWebhookReceiver()
const { gateway, ask, show, withdraw, mint } = await startAsking({
  env: { ALLOWED_PRIVATE_HOSTS: receiver.host, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret },
})

/** Reads `alice@example.com`, where nothing escapes it. */
const turned = '\u202emoc.elpmaxe@ecila\u202c'
/** Reads `paypal`, with two Cyrillic letters. */
const mixed = 'p\u0430yp\u0430l'
const body = { action: 'create', name: `${turned} ${mixed}` }
const hidden = /[\u202e\u202c\u0430]/

const env = () => ({ PATCHBAY_URL: gateway.url, PATCHBAY_ADMIN_KEY: gateway.adminKey })

test('the page that decides shows each of them as a marked escape, and says how many there are', async () => {
  const { token } = await mint({ approve: ['fixture:*'] })
  const id = await ask(body)
  await expect.poll(() => receiver.received.some(({ data }) => data.approval_id === id)).toBe(true)
  const url = receiver.received.find(({ data }) => data.approval_id === id)?.data.url
  const { pathname } = new URL(url)
  const { text, status } = await decide(
    gateway.url,
    await openConsent(gateway.url + pathname),
    { decision: 'continue', token },
    pathname,
  )
  expect(status).toBe(200)
  expect(text).not.toMatch(hidden)
  expect(text).toContain(
    '<mark title="an invisible character">\\u202e</mark>moc.elpmaxe@ecila<mark title="an invisible character">\\u202c</mark>',
  )
  expect(text).toContain('p<mark title="a letter of another alphabet than its word">\\u0430</mark>yp')
  expect(text).toContain(
    '2 invisible characters and 2 letters of another alphabet than their words are shown as escapes',
  )
  await withdraw(id)
})

test('the command line shows the escapes and says how many; as JSON it is the same value', async () => {
  const id = await ask(body)
  const shown = await runPatchbay(['approvals', 'show', id], env())
  expect(shown.stdout).toContain('\\u202emoc.elpmaxe@ecila\\u202c p\\u0430yp\\u0430l')
  expect(shown.stdout + shown.stderr).not.toMatch(hidden)
  expect(shown.stderr).toMatch(/\d+ invisible characters and \d+ letters of another alphabet/)
  const json = await runPatchbay(['approvals', 'show', id, '--json'], env())
  expect(json.stdout).not.toMatch(hidden)
  expect(JSON.parse(json.stdout).parameters).toEqual({ name: body.name })
  await withdraw(id)
})

test('what is stored, and what the admin API answers, is the exact text', async () => {
  const id = await ask(body)
  expect((await show(id)).parameters).toEqual({ name: body.name })
  await withdraw(id)
})

test('names of tenants and accounts, and reasons of the log, are escaped in lists', async () => {
  const { name, providers } = (await gateway.admin('GET', '/admin/tenants/acme')).body
  await gateway.admin('PATCH', '/admin/tenants/acme', { name: `Acme ${turned}` })
  const { stdout, stderr } = await runPatchbay(['tenants', 'list'], env())
  expect(stdout).toContain('Acme \\u{202e}moc.elpmaxe@ecila\\u{202c}')
  expect(stderr).toContain('2 invisible characters are shown as escapes')
  await gateway.admin('PATCH', '/admin/tenants/acme', { name, providers })

  const { token } = await mint({ approve: ['fixture:*'] })
  const id = await ask({ action: 'create', name: 'Ada' })
  const { digest } = await show(id)
  const refusal = { decision: 'refuse', digest, reason: `no ${turned}` }
  await gateway.send('POST', `/api/v1/acme/approvals/${id}/decision`, { authorization: `Bearer ${token}` }, refusal)
  const reasons = await runPatchbay(['approvals', 'show', id], env())
  expect(reasons.stdout).toContain('no \\u{202e}moc.elpmaxe@ecila\\u{202c}')
})

test('the consent page shows the escapes in what an application calls itself', async () => {
  const agent = createAgent(gateway.url)
  const page = await openConsent(agent.authorizeUrl(await agent.register({ client_name: mixed })).url)
  expect(page.text).toContain('p<mark title="a letter of another alphabet than its word">\\u{430}</mark>yp')
  expect(page.text).not.toMatch(hidden)
})

test('a file is saved under a name that can be seen whole', async () => {
  const name = 'report\u202efdp.exe'
  const { body: kept } = await gateway.send(
    'POST',
    '/api/v1/acme/files',
    { authorization: `Bearer ${tokenOf('acme')}`, 'x-file-name': encodeURIComponent(name) },
    'bytes',
  )
  expect(kept.data.filename).toBe(name)
  const { headers } = await gateway.send('GET', `/api/v1/acme/files/${kept.data.file_id}/content`, {
    authorization: `Bearer ${tokenOf('acme')}`,
  })
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''report%28U%2B202E%29fdp.exe")
  const { stdout } = await runPatchbay(['files', 'list', 'acme'], env())
  expect(stdout).toContain('report\\u{202e}fdp.exe')
})
