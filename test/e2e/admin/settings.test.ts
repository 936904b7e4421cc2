import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../../package.json' with { type: 'json' }
import { variables } from '../../../server/configuration/variables.ts'
import { startTestGateway } from '../../gateway.ts'

const secrets = {
  METRICS_TOKEN: 'metrics-token-nobody-sees',
  WEBHOOK_URL: 'https://hooks.example.com/path-nobody-sees',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'nobody-sees').toString('base64')}`,
  OUTGOING_PROXY: 'http://user:nobody-sees@proxy.example.com:3128',
  SUGGESTIONS_API_KEY: 'api-key-nobody-sees',
}

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway({ env: { ...secrets, BRAND_NAME: 'Northwind', AUDIT_RETENTION_DAYS: '30' } })
})
afterAll(() => gateway.stop())

test('the configuration in force names each variable, and what differs from the default', async () => {
  const { status, body } = await gateway.admin('GET', '/admin/configuration')
  expect(status).toBe(200)
  const named = (name: string) => body.configuration.find((setting: { name: string }) => setting.name === name)
  expect(body.configuration.map(({ name }: { name: string }) => name)).toEqual(
    Object.values(variables).map(({ name }) => name),
  )
  expect(named('BRAND_NAME')).toMatchObject({ value: 'Northwind', default: 'Patchbay', is_changed: true })
  expect(named('AUDIT_RETENTION_DAYS')).toMatchObject({ value: 30, default: '90', is_changed: true })
  expect(named('REQUEST_TIMEOUT_MS')).toMatchObject({ value: 30_000, is_changed: false, is_secret: false })
  expect(named('DOCS')).toMatchObject({ value: true, is_changed: false })
})

test('no secret of the configuration is shown, only whether it is set', async () => {
  const { body } = await gateway.admin('GET', '/admin/configuration')
  const text = JSON.stringify(body)
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  expect(text).not.toContain('nobody-sees')
  for (const name of Object.keys(secrets)) {
    const found = body.configuration.find((setting: { name: string }) => setting.name === name)
    expect(found).toMatchObject({ name, value: null, is_secret: true, is_changed: true })
  }
  expect(body.configuration.find(({ name }: { name: string }) => name === 'MONGODB_URI')).toMatchObject({
    value: null,
    is_changed: false,
  })
})

test('the version is that of the package, with its store and its providers', async () => {
  const { body } = await gateway.admin('GET', '/admin/version')
  expect(body).toMatchObject({ version, bun: Bun.version, store: 'embedded', schema: { audit: expect.any(Number) } })
  expect(body.providers).toContainEqual(
    expect.objectContaining({ id: 'hubspot', package: expect.stringContaining('hubspot') }),
  )
})
