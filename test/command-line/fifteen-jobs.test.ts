/** Every command of the table of daily jobs, by curl and by the command line, against a real gateway. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { fifteenJobs } from '../docs/fifteen-jobs.ts'
import { onlyJobs, startTestGateway, temporaryFolder } from '../gateway.ts'
import { createAgent } from '../oauth/agent.ts'
import { startHubspot } from '../providers/hubspot.ts'

const folder = temporaryFolder()
const hubspot = startHubspot({ tokens: ['pat-na1-your-token'] })
const crons = { suggestions: '23 4 29 2 *', 'health-snapshot': '24 4 29 2 *' }
const account = { hubspot: { accounts: [{ id: 'main', label: 'Sales' }] } }
const acme = { name: 'Acme', status: 'active', providers: account }
const billing = { plan: 'Team', currency: 'EUR', included_calls: 10, price_per_call: '0.01' }

let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway({
    env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }), CRONS: onlyJobs(crons) },
  })
  // The program, as the documentation has it at hand.
  mkdirSync(join(folder, 'bin'))
  const main = join(import.meta.dirname, '../../server/command-line/commands/main.ts')
  writeFileSync(join(folder, 'bin/patchbay'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  chmodSync(join(folder, 'bin/patchbay'), 0o755)
  writeFileSync(join(folder, 'acme.json'), JSON.stringify(acme))
  const tenants = { acme: { ...acme, options: { deny: ['stripe:write'] }, billing } }
  writeFileSync(join(folder, 'patchbay.yaml'), Bun.YAML.stringify({ tenants }))
})
afterAll(async () => {
  await gateway.stop()
  await hubspot.stop()
  rmSync(folder, { recursive: true })
})

/** The values that somebody copies out of what was printed before; each way has some of its own, as it uses them up. */
const valuesOfTheMoment = async (): Promise<Record<string, string>> => {
  await gateway.seed('acme', { hubspot: 'pat-na1-your-token' })
  const soon = { access_token: 'pat-na1-your-token', expires_at: Math.floor(Date.now() / 1000) + 3 * 86_400 }
  await gateway.admin('PUT', '/admin/tokens/acme/hubspot/main', soon)
  for (const job of Object.keys(crons)) await gateway.admin('POST', `/admin/jobs/${job}/run`)
  const call = await gateway.call('acme', 'hubspot', { action: 'nothing_like_it' })
  const { body: token } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })
  const agent = createAgent(gateway.url)
  await agent.connect(await agent.register(), tokenOf('acme'))
  const { body: granted } = await gateway.admin('GET', '/admin/grants/acme')
  const asked = { tenant_id: 'acme', provider: 'stripe', account_id: 'main' }
  const { body: link } = await gateway.admin('POST', '/admin/connect', asked)
  const { body: suggested } = await gateway.admin('GET', '/admin/suggestions')
  const { body: key } = await gateway.admin('POST', '/admin/keys', { name: 'Old', role: 'viewer' })
  return {
    CALL_ID: call.headers.get('x-request-id') ?? '',
    TOKEN_ID: token.token_id,
    GRANT_ID: granted.grants[0].grant_id,
    CONNECT_ID: link.connect_id,
    SUGGESTION_ID: suggested.suggestions[0]?.id ?? '',
    CRON: crons.suggestions,
    KEY_ID: key.key_id,
  }
}

const run = async (command: string, values: Readonly<Record<string, string>>) => {
  // As typed, but at this gateway's port; and a refusal is a failure, which curl alone doesn't say.
  const asRun = command.replaceAll('http://localhost:3000', gateway.url).replace('curl -s', 'curl -sf')
  const child = Bun.spawn(['sh', '-ec', asRun], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      ADMIN_KEY: gateway.adminKey,
      PATCHBAY_URL: gateway.url,
      PATCHBAY_ADMIN_KEY: gateway.adminKey,
      ...values,
    },
    stdin: new Blob(['pat-na1-your-token\n']),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stderr, code] = await Promise.all([child.stderr.text(), child.exited, child.stdout.text()])
  return `${code} ${code === 0 ? '' : stderr}`.trim()
}

describe.each(['curl', 'patchbay'] as const)('by %s', (way) => {
  let values: Record<string, string>
  beforeAll(async () => {
    values = await valuesOfTheMoment()
  })

  test.each(fifteenJobs)('$job', async (job) => {
    for (const command of job[way]) {
      if (command.includes('$ETAG')) {
        const { headers } = await gateway.admin('GET', '/admin/tenants/acme')
        values.ETAG = headers.get('etag') ?? ''
      }
      expect(await run(command, values), command).toBe('0')
    }
  })
})

test('there are fifteen, and the command line never takes more commands than curl', () => {
  expect(fifteenJobs).toHaveLength(15)
  for (const { job, curl, patchbay } of fifteenJobs) expect(patchbay.length, job).toBeLessThanOrEqual(curl.length)
})
