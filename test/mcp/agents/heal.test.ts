import { afterAll, describe, expect, test } from 'vitest'
import { vendors } from '../../../bench/vendor/vendors/index.ts'
import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { answer, startScripted } from '../../providers/scripted.ts'
import { request, toolCall } from '../messages.ts'
import { answeredMistakes, healedMistakes, strictly } from './agent-mistakes.ts'
import { slips } from './slips-of-models.ts'

const ids = ['hubspot', 'slack', 'stripe', 'sendgrid', 'google-calendar', 'notion']
/** An answer that fits the actions of all of them. */
const everything = {
  ...{ ok: true, id: '7', object: 'list', properties: {}, results: [], total: 0 },
  ...{ messages: [], data: [], has_more: false, items: [] },
}
const upstream = await startScripted(answer(200, everything))
const domains = await loadRegistry()
const gateway = await startTestGateway({
  domains,
  env: { PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(ids.map((id) => [id, upstream.origin]))) },
})
afterAll(async () => {
  await upstream.stop()
  await gateway.stop()
})
await gateway.seed('acme', Object.fromEntries(ids.map((id) => [id, 'secret'])))
const accounts: Readonly<Record<string, { settings?: object; credential?: object }>> = {
  ...Object.fromEntries(vendors.map((vendor) => [vendor.id, vendor])),
  'microsoft-teams': { settings: { directory: 'common' } },
  quickbooks: { settings: { company: '1' } },
  salesforce: { settings: { instance: 'acme.my' } },
}
const all = domains.map(({ provider }) => provider.id)
await gateway.seed(
  'all',
  Object.fromEntries(all.map((id) => [id, accounts[id]?.credential ?? 'secret'])),
  Object.fromEntries(all.map((id) => [id, accounts[id]?.settings ?? {}])),
)

const post = async ({ headers, body }: ReturnType<typeof request>, query = '', tenant = 'acme') => {
  const authorization = `Bearer ${tokenOf(tenant)}`
  return (await gateway.send('POST', `/mcp${query}`, { authorization, ...headers }, body)).body.result
}

const surfaces = ['domains', 'actions', 'search']
const tools = (
  await Promise.all(
    surfaces.map(async (surface) => (await post(request('modern', 'tools/list'), `?tools=${surface}`)).tools),
  )
).flat()

/** The arguments, with null for each property of the tool that isn't among them. */
const withNulls = (tool: string, args: object): Record<string, unknown> => {
  const { inputSchema } = tools.find(({ name }) => name === tool) ?? expect.fail(`there is no tool ${tool}`)
  const nulls = Object.keys(inputSchema.properties).map((name) => [name, null] as const)
  expect(nulls.length).toBeGreaterThan(3)
  return { ...Object.fromEntries(nulls), ...args }
}

/** The provider's requests during `act`. */
const sentBy = async <T>(act: () => Promise<T>) => {
  const before = upstream.requests.length
  const answered = await act()
  const sent = upstream.requests.slice(before).map(({ method, url, body }) => `${method} ${url} ${body}`)
  return { answered, sent }
}

/** Nothing is answered from the cache: the credential is another one than before. */
const forgetAnswers = async (): Promise<void> => {
  for (const id of ids) await gateway.admin('PUT', `/admin/tokens/acme/${id}/main`, { access_token: 'secret' })
}

describe('a mistake that has one reading is healed: the vendor gets what was meant', () => {
  test.each(healedMistakes)('$mistake', async ({ tool, sends, means }) => {
    const args = strictly in sends ? withNulls(tool, sends) : { ...sends }
    await forgetAnswers()
    const meant = await sentBy(() => gateway.call('acme', means.domain, means.body))
    expect(meant.answered.body).toMatchObject({ success: true })
    await forgetAnswers()
    const { answered, sent } = await sentBy(() => post(toolCall('modern', tool, args)))
    expect(answered).not.toHaveProperty('isError')
    expect(sent).toEqual(meant.sent)
    expect(answered.structuredContent.data).toEqual(meant.answered.body.data)
  })
})

describe('any other mistake is answered with what to change', () => {
  test.each(answeredMistakes)('$mistake', async ({ tool, sends, answer: said }) => {
    const { answered, sent } = await sentBy(() => post(toolCall('modern', tool, { ...sends })))
    expect(answered.isError).toBe(true)
    expect(sent).toEqual([])
    const { error, details = [] } = answered.structuredContent
    expect(JSON.stringify([error, ...details].map(String))).toBeDefined()
    const text = [
      error,
      ...details.map(({ path, message }: { path: string; message: string }) => `${path.slice(1)}: ${message}`),
    ]
    expect(text.join(' | ')).toMatch(said)
  })
})

describe('a slip at any of the providers is healed rightly, or told in one try', () => {
  test.each(slips)('$tool $sends', async ({ tool, sends, isHealed, says }) => {
    const { isError = false, content } = await post(toolCall('modern', tool, { ...sends, dry_run: true }), '', 'all')
    const { error, details = [], data } = JSON.parse(content[0].text)
    const faults = details.map(({ path, message }: { path: string; message: string }) => `${path.slice(1)} ${message}`)
    const request = data?.request ?? {}
    const text = isError
      ? [error, ...faults].join(' | ')
      : `${request.method} ${request.url} ${typeof request.body === 'string' ? request.body : JSON.stringify(request.body)} `
    expect([!isError, text]).toEqual([isHealed, expect.stringMatching(says)])
  })
})

test('REST heals nothing', async () => {
  for (const body of [
    { action: 'list', object_type: 'contacts', limit: '10.0' },
    { action: 'List', object_type: 'contacts' },
    { action: 'list', parameters: { object_type: 'contacts' } },
    { action: 'list', objectType: 'contacts' },
    { action: 'list', object_type: 'contacts', after: null },
  ]) {
    const { answered, sent } = await sentBy(() => gateway.call('acme', 'hubspot', body))
    expect([answered.status, sent]).toEqual([400, []])
  }
})
