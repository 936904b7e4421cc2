/**
 * `bun run test:conformance`: the protocol's own suite against the gateway's MCP transport. Fails unless every scenario
 * that a revision requires passes, but those named here, which must fail.
 */
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../gateway.ts'
import { startBearerProxy } from './bearer-proxy.ts'
import { startFixtureGateway } from './fixture-gateway.ts'

const suite = dirname(Bun.resolveSync('@modelcontextprotocol/conformance/package.json', import.meta.dirname))

/** In the older era a server could call the client back in mid-call; that takes a session, and the gateway has none. */
const needsSession = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
]

const revisions: Readonly<Record<string, readonly string[]>> = { '2026-07-28': [], '2025-11-25': needsSession }

const requiredOf = (revision: string): string[] => {
  const set = Bun.YAML.parse(readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8')) as {
    server: string[]
  }
  return set.server
}

const outcomesIn = (report: string): Map<string, boolean> =>
  new Map(
    [...report.matchAll(/^([✓✗]) (\S+): \d+ passed, \d+ failed/gm)].map(([, mark, name = '']) => [name, mark === '✓']),
  )

/** Runs what a revision requires and prints how it went; `true`: as it must. */
const runRevision = async (url: string, revision: string, expected: readonly string[]): Promise<boolean> => {
  const folder = temporaryFolder()
  const command = [process.execPath, join(suite, 'dist/index.js'), 'server', '--url', url]
  const child = Bun.spawn([...command, '--requirements', revision, '-o', folder], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  await child.exited
  rmSync(folder, { recursive: true })

  const outcomes = outcomesIn(stdout)
  const required = requiredOf(revision)
  const passed = required.filter((name) => outcomes.get(name) === true)
  const wrong = required.filter((name) => outcomes.get(name) !== !expected.includes(name))
  console.log(`conformance ${revision}: ${passed.length} of ${required.length} required scenarios passed`)
  if (expected.length > 0) console.log(`  expected to fail: ${expected.join(', ')}`)
  for (const name of wrong) console.log(`  not as expected: ${name} ${outcomes.has(name) ? '' : '(did not run)'}`)
  if (wrong.length > 0) console.log(stdout, stderr)
  return wrong.length === 0
}

const gateway = await startFixtureGateway()
const proxy = await startBearerProxy(gateway.port, gateway.token)
let isGood = true
for (const [revision, expected] of Object.entries(revisions)) {
  isGood = (await runRevision(proxy.url, revision, expected)) && isGood
}
proxy.stop()
await gateway.stop()
process.exit(isGood ? 0 : 1)
