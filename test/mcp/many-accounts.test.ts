import { expect, it } from 'vitest'
import { startFixture } from '../call-path/start-fixture.ts'
import { tokenOf } from '../client.ts'
import { toolCall } from './messages.ts'

const { gateway } = await startFixture()
const accounts = Array.from({ length: 1000 }, (_, n) => ({
  id: `customer-${String(n).padStart(5, '0')}`,
  label: `Customer number ${n}, Köln`,
}))
const tenant = { name: 'Acme', status: 'active', providers: { fixture: { accounts, default: 'customer-00000' } } }
const put = await gateway.admin('PUT', '/admin/tenants/acme?prune=true', { ...tenant, options: { tools: 'domains' } })
if (put.status !== 200) throw new Error(put.text)

const callTool = async (args: object) => {
  const { headers, body } = toolCall('modern', 'fixture', { action: 'get', id: '1', ...args })
  return gateway.send('POST', '/mcp', { ...headers, authorization: `Bearer ${tokenOf('acme')}` }, body)
}

it.each([{}, { account_id: 'nobody' }])('of a thousand accounts an error names some, with %j', async (args) => {
  const rest = await gateway.call('acme', 'fixture', { action: 'get', id: '1', ...args })
  expect(rest.body.error).toMatch(/customer-00009 and 990 others$/)
  expect(rest.body.accounts).toHaveLength(1000)
  const { text, body } = await callTool(args)
  expect(text.length).toBeLessThan(65_536)
  const { error, accounts: shown } = body.result.structuredContent
  expect(error).toContain(`accounts lists ${shown.length} of 1,000`)
  expect(shown.length).toBeGreaterThan(50)
})
