/** MCP's own client signs in by an identity provider: it finds all it needs from the URL of the endpoint. */
import { Client, CrossAppAccessProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { startStage } from '../e2e/stage.ts'
import { callback, createAgent } from './agent.ts'
import { goodClaims, startIdentityProvider } from './identity-provider.ts'

test('the MCP SDK’s client exchanges an assertion and calls a tool', async () => {
  const idp = await startIdentityProvider()
  onTestFinished(() => idp.stop())
  const rules = [{ tenant: 'acme', scope: '*:read' }]
  const env = {
    ENTERPRISE_ISSUERS: JSON.stringify([{ issuer: idp.issuer, rules }]),
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
  }
  const stage = await startStage({ env })
  onTestFinished(() => stage.stop())
  await stage.ready('acme')
  const { body } = await createAgent(stage.url).post('/oauth/register', { redirect_uris: [callback] })

  const asked: string[] = []
  const authProvider = new CrossAppAccessProvider({
    clientId: body.client_id,
    clientSecret: body.client_secret,
    expectedIssuer: stage.url,
    // The exchange at the identity provider is its own and the client's business.
    assertion: ({ authorizationServerUrl, resourceUrl }) => {
      asked.push(authorizationServerUrl, resourceUrl)
      return idp.sign(goodClaims(idp.issuer, authorizationServerUrl, body.client_id))
    },
  })
  const client = new Client({ name: 'managed', version: '1.0.0' })
  onTestFinished(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(`${stage.url}/mcp`), { authProvider }))
  expect(asked.map((url) => new URL(url).href)).toEqual([`${stage.url}/`, `${stage.url}/mcp`])
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['hubspot', 'stripe'])
  const result = await client.callTool({ name: 'stripe', arguments: { action: 'get_balance' } })
  expect(result.structuredContent).toMatchObject({ success: true })
})
