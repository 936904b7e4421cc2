// Test lanes: slow

/** The commands of each page of `docs/providers`, as they stand, against a gateway with all providers. */
import { afterAll, expect, test } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'
import { tokenOf } from '../client.ts'
import { answer, startScripted } from '../providers/scripted.ts'
import { startWithProviders } from '../start-with-providers.ts'
import { commandBlocks, consoleSteps } from './command-blocks.ts'
import { providerPages } from './provider-pages.ts'

const vendor = await startScripted(answer(200, {}))
const gateway = await startWithProviders(await loadRegistry(), vendor.origin)
afterAll(async () => {
  await gateway.stop()
  await vendor.stop()
})

test.each(providerPages)(
  '$page: each call of its commands reaches the vendor',
  { timeout: 60_000 },
  async ({ text }) => {
    const [block, ...others] = commandBlocks(text)
    if (!block || others.length > 0) throw new Error('it has one block of commands')
    const [define, ...calls] = consoleSteps(block)
    expect(calls.length).toBeGreaterThan(2)
    const script = block.commands.replace('http://localhost:3000', gateway.url)
    expect(define?.command).toMatch(/^call\(\) \{ curl -s -X POST http:\/\/localhost:3000\//)
    const child = Bun.spawn(['sh', '-ec', script], {
      env: { PATH: '/usr/bin:/bin', TOKEN: tokenOf('acme') },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect([code, stderr]).toEqual([0, ''])
    // Each answer is a line.
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers).toHaveLength(calls.length)
    // The vendor's answer has nothing in it, which some actions say; a call that the gateway refuses doesn't get there.
    const refused = answers.filter(({ success, code }) => !success && code !== 'UPSTREAM_ERROR')
    expect(refused).toEqual([])
  },
)
