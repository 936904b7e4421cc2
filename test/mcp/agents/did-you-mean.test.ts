import { afterAll, describe, expect, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { answer, startScripted } from '../../providers/scripted.ts'
import { toolCall } from '../messages.ts'

const ids = ['slack', 'gmail', 'asana', 'google-calendar', 'google-drive', 'github', 'stripe']
const upstream = await startScripted(
  answer(200, { ok: true, messages: [], has_more: false, object: 'list', items: [], members: [], data: [], id: 'x' }),
)
const gateway = await startTestGateway({
  domains: (await loadRegistry()).filter(({ provider }) => ids.includes(provider.id)),
  env: { PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(ids.map((id) => [id, upstream.origin]))) },
})
afterAll(async () => {
  await upstream.stop()
  await gateway.stop()
})
await gateway.seed('acme', Object.fromEntries(ids.map((id) => [id, 'secret'])))

const call = async (tool: string, args: object) => {
  const before = upstream.requests.length
  const { headers, body } = toolCall('modern', tool, { ...args })
  const answered = await gateway.send('POST', '/mcp', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
  const { isError, content } = answered.body.result
  return { isError, envelope: JSON.parse(content[0].text), sent: upstream.requests.slice(before) }
}

describe('a name that is no action', () => {
  test.each<[tool: string, args: object, says: RegExp, never: RegExp]>([
    ['asana', { action: 'complete_task' }, /did you mean `update_task`/, /mean[^;]*delete/],
    [
      'gmail',
      { action: 'get_email' },
      /did you mean `(?:read|search)_(?:message|thread)s?`/,
      /mean[^;]*(?:send|delete|trash)/,
    ],
    ['slack', { action: 'send_email' }, /did you mean `gmail\.send_email`/, /mean[^;]*delete/],
    ['slack', { action: 'fetch_thread_replies' }, /did you mean `list_replies`/, /mean[^;]*(?:post|add|delete)_/],
    ['github', { action: 'add_comment_to_issue' }, /did you mean `create_comment`/, /mean[^;]*delete/],
    [
      'call_read',
      { provider: 'google-calendar', action: 'get_free_slots' },
      /find_busy_times/,
      /mean[^;]*(?:create|delete)_/,
    ],
    ['call_write', { provider: 'stripe', action: 'issue_refund' }, /create_refund/, /mean[^;]*delete/],
    ['stripe', { action: 'refund_payment' }, /`create_refund`/, /mean[^;]*(?:delete|list|get)_/],
    ['stripe', { action: 'get_invoices' }, /`list_invoices`/, /mean[^;]*(?:create|void|delete)_/],
    [
      'gmail',
      { action: 'get_messages' },
      /did you mean `(?:search|read|list)_/,
      /mean[^;]*(?:send|delete|trash|slack)/,
    ],
    ['describe_action', { provider: 'google-drive', action: 'give_access_to_file' }, /`share_file`/, /mean[^;]*delete/],
    [
      'call_read',
      { provider: 'gdrive', action: 'search' },
      /`google-drive\.search_files`/,
      /mean[^;]*(?:upload|delete)/,
    ],
    ['call_read', { provider: 'gcal', action: 'get_events' }, /`google-calendar\.list_events`/, /mean[^;]*create/],
    ['call_write', { provider: 'outlook', action: 'send_email' }, /`gmail\.send_email`/, /mean[^;]*delete/],
    ['call_read', { provider: 'stripe', action: 'issue_refund' }, /`create_refund`/, /mean[^;]*(?:get|list)_/],
  ])('%s %j is told what was probably meant, and nothing is sent', async (tool, args, says, never) => {
    const { isError, envelope, sent } = await call(tool, args)
    expect([isError, sent.length]).toEqual([true, 0])
    expect(envelope.error).toMatch(says)
    expect(envelope.error).not.toMatch(never)
    expect(envelope.error.match(/mean[^;]*/)?.[0].match(/`/g)?.length ?? 0).toBeLessThanOrEqual(6)
  })

  test('is told in a run of code, too', async () => {
    const { envelope } = await call('run_read', { code: "return await call('slack', 'get_channel_history', {})" })
    expect(JSON.stringify(envelope)).toMatch(/did you mean `(?:list_messages|get_conversation|list_replies)`/)
  })
})

describe('finding', () => {
  test('says that it probably finds nothing', async () => {
    const { envelope } = await call('find_actions', { query: 'order a pizza with extra cheese' })
    expect(envelope.data).toMatchObject({
      weak: true,
      hint: expect.stringMatching(/Probably no action does this.*in English/),
    })
    const { envelope: right } = await call('find_actions', { query: 'send an email' })
    expect(right.data).not.toHaveProperty('weak')
  })

  test('asks for English where it finds nothing at all', async () => {
    const { envelope } = await call('find_actions', { query: 'メッセージを送る' })
    expect(envelope.data).toMatchObject({ actions: [], hint: expect.stringContaining('in English') })
  })
})

describe('ids and names are read as they were meant', () => {
  test.each<[what: string, tool: string, args: object, sent: RegExp]>([
    ['a mention', 'slack', { action: 'list_messages', channel: '<#C012AB3CD|general>' }, /channel=C012AB3CD(?:&|$)/],
    ['backticks', 'slack', { action: 'list_messages', channel: '`C012AB3CE`' }, /channel=C012AB3CE(?:&|$)/],
    [
      'spaces of Unicode',
      'slack',
      { action: 'list_messages', channel: '\u00a0C012AB3CF ' },
      /channel=C012AB3CF(?:&|$)/,
    ],
    [
      'a URL',
      'slack',
      { action: 'list_messages', channel: 'https://acme.slack.com/archives/C012AB3CG' },
      /channel=C012AB3CG(?:&|$)/,
    ],
    [
      'a URL of a document',
      'google-drive',
      { action: 'get_file', file_id: 'https://docs.google.com/document/d/1AbC_dEf2345678901234567890/edit' },
      /\/files\/1AbC_dEf2345678901234567890(?:\?|$)/,
    ],
    [
      'milliseconds',
      'stripe',
      { action: 'list_charges', created: { gte: 1_767_312_000_123 } },
      /gte%5D=1767312000(?:&|$)/,
    ],
    ['the label of an account', 'slack', { action: 'list_users', account_id: 'Main' }, /users\.list/],
    ['another writing of a tool', 'google_calendar', { action: 'list_calendars' }, /calendarList/],
    [
      'the name with the server in front',
      'mcp__patchbay__google-calendar',
      { action: 'list_events', calendar_id: 'a' },
      /events/,
    ],
    [
      'a provider of call_read',
      'call_read',
      { provider: 'mcp__x__google_calendar', action: 'get_calendar', parameters: { calendar_id: 'b' } },
      /calendars\/b/,
    ],
  ])('%s', async (_what, tool, args, want) => {
    const { isError, envelope, sent } = await call(tool, args)
    expect([isError, envelope.error]).toEqual([undefined, undefined])
    expect(sent.map(({ url, body }) => `${url} ${body}`.trim()).join()).toMatch(want)
  })

  test.each<[what: string, tool: string, args: object, sent: RegExp]>([
    [
      'a URL of another host',
      'slack',
      { action: 'list_messages', channel: 'https://slack.example.com/archives/C012AB3CH' },
      /channel=https/,
    ],
    [
      'a URL in which a text of two ids is encoded',
      'google-calendar',
      {
        action: 'get_event',
        calendar_id: 'primary',
        event_id: `https://www.google.com/calendar/event?eid=${btoa('5df3lk2as ann@example.com')}`,
      },
      /https%3A/,
    ],
    [
      'a URL with two ids',
      'google-drive',
      { action: 'get_file', file_id: 'https://drive.google.com/a/1AbC_dEf23456/b/2AbC_dEf23456' },
      /https%3A/,
    ],
  ])('but not %s', async (_what, tool, args, want) => {
    const { sent } = await call(tool, args)
    expect(sent.map(({ url, body }) => `${url} ${body}`.trim()).join()).toMatch(want)
  })
})
