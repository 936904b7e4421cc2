// Test lanes: slow

/** Every command of the table of daily jobs, by curl and by the command line, against a real gateway. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fifteenJobs } from '../docs/fifteen-jobs.ts'
import { folderOnDisk } from '../folders.ts'
import { type JobGateway, startJobGateway, valuesOfTheMoment } from './job-gateway.ts'

const folder = folderOnDisk()
const account = { hubspot: { accounts: [{ id: 'main', label: 'Sales' }] } }
const acme = { name: 'Acme', status: 'active', providers: account }
const billing = { plan: 'Team', currency: 'EUR', included_calls: 10, price_per_call: '0.01' }

let gateway: JobGateway
beforeAll(async () => {
  gateway = await startJobGateway()
  // The program, as the documentation has it at hand.
  mkdirSync(join(folder, 'bin'))
  const main = join(import.meta.dirname, '../../server/commands/main.ts')
  writeFileSync(join(folder, 'bin/patchbay'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  chmodSync(join(folder, 'bin/patchbay'), 0o755)
  writeFileSync(join(folder, 'acme.json'), JSON.stringify(acme))
  const tenants = { acme: { ...acme, options: { deny: ['stripe:write'] }, billing } }
  writeFileSync(join(folder, 'patchbay.yaml'), Bun.YAML.stringify({ tenants }))
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

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
    values = await valuesOfTheMoment(gateway)
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
