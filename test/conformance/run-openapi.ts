import { createReadStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fetchPythonPackages } from '../fetch-packages.ts'
import { temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'
import { explainedFailures } from './explained-failures.ts'
import { readReport, type SchemathesisReport } from './schemathesis-report.ts'

const requirements = readFileSync(join(import.meta.dirname, 'requirements.txt'), 'utf8')

/** One run of Schemathesis. */
interface Run {
  readonly phases: string
  /** Sends `If-Match: *`: the coverage phase writes letters and digits alone into headers, which no ETag is made of. */
  readonly ifMatch: boolean
  /** Paths that are left out. */
  readonly leftOut: string
}

/** How much is tried. `sentAs`: what the coverage phase sends, what the document allows or what it forbids as well. */
export interface Depth {
  readonly sentAs: 'positive' | 'all'
  readonly fuzzed: number
  readonly sequences: number
  readonly runs: readonly Run[]
}

/** Provider routes are made by one function: those of the demo's provider stand for all. */
const providers = '^/api/v1/\\{tenant\\}/(?!demo$|approvals|files)'

/** Half a minute of a core, for each change. The rules of access, which are in four bodies, take as long again. */
export const bounded: Depth = {
  sentAs: 'positive',
  fuzzed: 1,
  sequences: 2,
  runs: [
    {
      phases: 'examples,coverage,fuzzing,stateful',
      ifMatch: true,
      leftOut: `${providers}|^/admin/(auth|token-links|policies)`,
    },
  ],
}

/** For `bun run long`. */
export const deep: Depth = {
  sentAs: 'all',
  fuzzed: 25,
  sequences: 25,
  runs: [
    { phases: 'examples,coverage', ifMatch: true, leftOut: providers },
    { phases: 'fuzzing,stateful', ifMatch: false, leftOut: providers },
  ],
}

/** The least share of the requests that the document allows which the gateway accepts; the rest is in `explainedFailures`. */
const leastAccepted: Readonly<Record<string, number>> = { examples: 0.8, coverage: 0.55, fuzzing: 0.8 }

/** The demo's gateway: each list has something in it. A receiver of webhooks and an OAuth application are there, and no wrong key locks the run out. */
const startDemo = async () => {
  const folder = temporaryFolder()
  const receiver = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(null, { status: 204 }) })
  const env = {
    CRONS: '{}',
    CALLS_PER_MINUTE: '0',
    FAILED_LOGINS_PER_MINUTE: '0',
    METRICS_TOKEN: 'the-token-of-a-prometheus',
    WEBHOOK_URL: receiver.url.href,
    WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    CONNECT_RETURN_URLS: 'https://app.example.com/done',
  }
  const server = await startServerProcess({ args: ['--demo'], dataDir: join(folder, 'data'), env })
  const [, key = ''] = /^Admin key: (\S+)$/m.exec(server.output.stdout) ?? []
  const [, token = ''] = /Authorization: Bearer (\S+?)'/.exec(server.output.stdout) ?? []
  const url = server.url.replace(/\/$/, '')
  const application = await fetch(`${url}/admin/apps/hubspot`, {
    method: 'PUT',
    headers: { 'x-admin-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: 'the-application', client_secret: 'its-secret' }),
  })
  if (!application.ok) throw new Error(await application.text())
  const stop = async (): Promise<void> => {
    await server.stop()
    await receiver.stop(true)
    rmSync(folder, { recursive: true, force: true })
  }
  const credentials = {
    tenantToken: { bearer: token },
    adminKey: { api_key: key },
    metricsToken: { bearer: env.METRICS_TOKEN },
  }
  return { url, folder, credentials, stop }
}

type Demo = Awaited<ReturnType<typeof startDemo>>

/** The packages of Schemathesis; `undefined` where they can't be had, which is said. */
const fetchSchemathesis = async (): Promise<string | undefined> => {
  try {
    return await fetchPythonPackages('schemathesis', requirements, (reason) => console.log(`NOT RUN: ${reason}`))
  } catch {
    return undefined
  }
}

const writeConfiguration = ({ credentials }: Demo, { sentAs, fuzzed, sequences }: Depth, ifMatch: boolean): string => {
  const auth = Object.entries(credentials).map(
    ([scheme, value]) =>
      `${scheme} = { ${Object.entries(value).map(([name, text]) => `${name} = ${JSON.stringify(text)}`)} }`,
  )
  return `[auth.openapi]
${auth.join('\n')}

[checks.positive_data_acceptance]
# Beside what exists not or no more: a precondition that the document describes and a record doesn't meet.
expected-statuses = ["2xx", 401, 403, 404, 409, 412, "5xx"]

[phases.coverage.generation]
mode = "${sentAs}"

[phases.fuzzing.generation]
max-examples = ${fuzzed}

[phases.stateful.generation]
max-examples = ${sequences}
${ifMatch ? '\n[parameters]\n"header.If-Match" = "*"\n' : ''}`
}

/** Runs phases of Schemathesis with all of its checks. */
const runPhases = async (
  demo: Demo,
  packages: string,
  depth: Depth,
  { phases, ifMatch, leftOut }: Run,
): Promise<SchemathesisReport> => {
  const file = (name: string): string => join(demo.folder, name)
  writeFileSync(file('schemathesis.toml'), writeConfiguration(demo, depth, ifMatch))
  const what = ['--phases', phases, '--checks', 'all', '--exclude-path-regex', leftOut, '--seed', '1']
  const how = [
    '--no-color',
    '--continue-on-failure',
    '--no-shrink',
    '--suppress-health-check',
    'all',
    '--warnings',
    'off',
  ]
  const where = [
    '--generation-database',
    'none',
    '--request-timeout',
    '30',
    '--report-ndjson-path',
    file('report.ndjson'),
  ]
  const program = ['python3', '-m', 'schemathesis.cli', '--config-file', file('schemathesis.toml')]
  const child = Bun.spawn([...program, 'run', `${demo.url}/openapi.json`, ...what, ...how, ...where], {
    cwd: demo.folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' },
    stderr: 'inherit',
  })
  const printed = await child.stdout.text()
  // 1: a check failed, which the report has; anything else: it could not run.
  if ((await child.exited) > 1 || /^=+ ERRORS =+$/m.test(printed)) throw new Error(printed)
  return readReport(createInterface(createReadStream(file('report.ndjson'))))
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Prints what a run showed; answers what is wrong with it. */
const judge = (reports: readonly SchemathesisReport[], depth: Depth): readonly string[] => {
  const allowed = reports.flatMap((report) => [...report.allowed])
  const shares = allowed.map(([phase, { sent, accepted }]) => `${phase} ${percent(accepted / sent)} of ${sent}`)
  const cases = reports.reduce((sum, report) => sum + report.cases, 0)
  console.log(`openapi: ${cases} cases; of what the document allows is accepted: ${shares.join(', ')}`)
  const count = (row: (typeof explainedFailures)[number]): number =>
    reports.reduce((sum, { explained }) => sum + (explained.get(row) ?? 0), 0)
  for (const row of explainedFailures)
    if (count(row) > 0) console.log(`  explained: ${count(row)} × ${row.check}: ${row.reason}`)
  return [
    ...reports.flatMap(({ unexplained }) => unexplained),
    ...allowed.flatMap(([phase, { sent, accepted }]) =>
      accepted / sent < (leastAccepted[phase] ?? 0) ? [`${phase}: only ${percent(accepted / sent)} is accepted`] : [],
    ),
    ...(depth === deep ? explainedFailures.filter((row) => count(row) === 0) : []).map(
      ({ reason }) => `nothing is left of what is explained by: ${reason}`,
    ),
  ]
}

/** Schemathesis by the OpenAPI document, on the demo's gateway; `true`: no failure is unexplained. */
export const runOpenApi = async (depth: Depth = bounded): Promise<boolean> => {
  const packages = await fetchSchemathesis()
  if (packages === undefined) return true
  const demo = await startDemo()
  try {
    const reports: SchemathesisReport[] = []
    for (const run of depth.runs) reports.push(await runPhases(demo, packages, depth, run))
    const faults = judge(reports, depth)
    for (const fault of faults) console.error(`openapi: ${fault}`)
    return faults.length === 0
  } finally {
    await demo.stop()
  }
}
