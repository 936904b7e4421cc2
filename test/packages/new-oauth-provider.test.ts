// Test lanes: slow, long

/** An author's way with `codegen new --fake`, by the commands of the page, in a copy of the repository. */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBrowser } from '../connect/start-vendor.ts'
import { commandBlocks, isPrinted } from '../docs/command-blocks.ts'
import { readPage } from '../docs/pages.ts'
import { freePort } from '../free-port.ts'
import { startServerProcess } from '../server-process.ts'
import { createProject } from './project.ts'

const [generate, startVendor, startGateway, connect, call] = commandBlocks(readPage('docs/first-provider.md'))
  .filter(({ section }) => section === 'Try a sign-in, pages and files')
  .map(({ commands, printed = '' }) => ({ commands, printed }))
const project = await createProject()
afterAll(() => project.remove())

const vendorHost = `127.0.0.1:${freePort()}`
let gatewayUrl = 'http://localhost:3000'
const asRun = (commands = ''): string =>
  commands.replaceAll('127.0.0.1:9400', vendorHost).replaceAll('http://localhost:3000', gatewayUrl)

const run = async (block: typeof generate, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const child = Bun.spawn(['sh', '-ec', asRun(block?.commands)], {
    cwd: project.root,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()])
  expect(await child.exited, out + error).toBe(0)
  expect(isPrinted(asRun(block?.printed), out), out).toBe(true)
  return out
}

test('an author begins a provider, connects an account, lists two pages and uploads', {
  timeout: 300_000,
}, async () => {
  await run(generate)
  expect(startVendor?.commands).toBe('npx bun providers/desk/testing/vendor.ts\n')
  const vendor = Bun.spawn(
    [process.execPath, join(project.root, 'providers/desk/testing/vendor.ts'), vendorHost.split(':')[1] ?? ''],
    { stdout: 'pipe' },
  )
  const { value } = await vendor.stdout.getReader().read()
  expect(isPrinted(asRun(startVendor?.printed), new TextDecoder().decode(value))).toBe(true)
  const [, PROVIDER_ORIGINS = '', ALLOWED_PRIVATE_HOSTS = ''] =
    /PROVIDER_ORIGINS='([^']+)' ALLOWED_PRIVATE_HOSTS=(\S+)/.exec(asRun(startGateway?.commands)) ?? []
  const env = { PROVIDER_ORIGINS, ALLOWED_PRIVATE_HOSTS }
  const beforeStart = startGateway?.commands.replace('npx bun start\n', '') ?? ''
  await run({ commands: beforeStart, printed: '…' })
  const gateway = await startServerProcess({ cwd: project.root, env })
  try {
    expect(gateway.output.stderr).not.toContain('warning:')
    gatewayUrl = gateway.url
    const connected = await run(connect, { ADMIN_KEY: gateway.adminKey })
    const browser = createBrowser()
    const question = await browser.goThrough(/"url":"([^"]+)"/.exec(connected)?.[1] ?? '')
    const allow = /href="([^"]+)">Allow</.exec(question.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const asking = await browser.visit(allow)
    await browser.visit(`${gateway.url}/connect/confirm`, { ...asking.hidden, decision: 'connect' })
    await run(call, { ADMIN_KEY: gateway.adminKey })
  } finally {
    await gateway.stop()
    vendor.kill()
    await vendor.exited
  }
})
