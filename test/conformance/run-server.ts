import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBearerProxy } from './bearer-proxy.ts'
import { startFixtureGateway } from './gateway.ts'
import { outcomesIn, runSuite, suite } from './run-suite.ts'

/** In the older era a server could call the client back in mid-call; that takes a session, and the gateway has none. */
const needsSession = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
]

const revisions: Readonly<Record<string, readonly string[]>> = { '2026-07-28': [], '2025-11-25': needsSession }

interface Requirements {
  readonly server: readonly string[]
  readonly not_scored: readonly { readonly scenario: string; readonly leg: string; readonly reason: string }[]
}

/** Scenarios that the suite scores, and those of the gateway's extensions, which it runs without scoring them. */
const requiredOf = (revision: string): string[] => {
  const text = readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8')
  const { server, not_scored: others } = Bun.YAML.parse(text) as Requirements
  const isOurs = ({ leg, reason }: Requirements['not_scored'][number]) => leg === 'server' && reason === 'extension'
  return [...server, ...others.filter(isOurs).map(({ scenario }) => scenario)]
}

/** Runs what a revision requires and prints how it went; `true`: as it must. */
const runRevision = async (url: string, revision: string, expected: readonly string[]): Promise<boolean> => {
  const text = await runSuite(['server', '--url', url, '--requirements', revision])
  const outcomes = outcomesIn(text)
  const required = requiredOf(revision)
  const passed = required.filter((name) => outcomes.get(name) === true)
  const wrong = required.filter((name) => outcomes.get(name) !== !expected.includes(name))
  console.log(`conformance ${revision}: ${passed.length} of ${required.length} required scenarios passed`)
  if (expected.length > 0) console.log(`  expected to fail: ${expected.join(', ')}`)
  for (const name of wrong) console.log(`  not as expected: ${name} ${outcomes.has(name) ? '' : '(did not run)'}`)
  if (wrong.length > 0) console.log(text)
  return wrong.length === 0
}

/** The MCP transport, with the fixture's server behind it; `true`: everything as it must. */
export const runServer = async (): Promise<boolean> => {
  const gateway = await startFixtureGateway()
  const proxy = await startBearerProxy(gateway.port, gateway.token)
  let isGood = true
  for (const [revision, expected] of Object.entries(revisions)) {
    isGood = (await runRevision(proxy.url, revision, expected)) && isGood
  }
  proxy.stop()
  await gateway.stop()
  return isGood
}
