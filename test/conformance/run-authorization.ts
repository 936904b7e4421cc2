import { tokenOf } from '../client.ts'
import { freePort } from '../free-port.ts'
import { startTestGateway } from '../gateway.ts'
import { createAgent } from '../oauth/agent.ts'
import { consent } from '../oauth/user.ts'
import { outcomesIn, runSuite } from './run-suite.ts'

/** The gateway's authorization server, with a user who pastes a token when the suite asks for one; `true`: all passed. */
export const runAuthorization = async (): Promise<boolean> => {
  const gateway = await startTestGateway()
  await gateway.seed('acme', {})
  const port = freePort()
  const clientId = await createAgent(gateway.url).register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  let asked = false
  const allow = async (url: string): Promise<void> => {
    await fetch(await consent(gateway.url, url, tokenOf('acme')))
  }

  const args = ['--url', gateway.url, '--client-id', clientId, '-p', String(port), '--resource', `${gateway.url}/mcp`]
  const text = await runSuite(['authorization', ...args], (soFar) => {
    const [url] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(soFar) ?? []
    if (asked || !url || !soFar.includes('Waiting up to')) return
    asked = true
    allow(url).catch((error) => console.error(error))
  })
  await gateway.stop()
  const outcomes = [...outcomesIn(text).values()]
  const passed = outcomes.filter(Boolean).length
  console.log(`conformance authorization: ${passed} of 2 scenarios passed`)
  const isGood = outcomes.length === 2 && passed === 2
  if (!isGood) console.log(text)
  return isGood
}
