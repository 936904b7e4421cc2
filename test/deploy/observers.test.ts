// Test lanes: long

/** The programs that operators watch gateways with, themselves: Prometheus with our files, and an OpenTelemetry collector. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }
import { buildByGo } from '../build-by-go.ts'
import { leaveOut } from '../fetch-packages.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../gateway.ts'
import { startHubspot } from '../providers/hubspot.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { debianProgram } from './debian-program.ts'
import { readExample } from './proxy-examples.ts'

const metricsToken = 'a-token-for-metrics-alone'
const collectorPort = freePort()
const folder = temporaryFolder()
const hubspot = startHubspot({ tokens: ['the-provider-token'] })
const programs: Bun.Subprocess[] = []
let gateway: ServerProcess

beforeAll(async () => {
  gateway = await startServerProcess({
    env: {
      METRICS_TOKEN: metricsToken,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }),
    },
  })
  await gateway.seed('acme', { hubspot: 'the-provider-token' })
})
afterAll(async () => {
  for (const program of programs) program.kill()
  await Promise.all(programs.map(({ exited }) => exited))
  await gateway.stop()
  await hubspot.stop()
  rmSync(folder, { recursive: true })
})

const start = (command: readonly string[], errors: string): void => {
  programs.push(Bun.spawn([...command], { cwd: folder, stdout: 'ignore', stderr: Bun.file(join(folder, errors)) }))
}
/** The parts of the answers of Prometheus's API that are looked at. */
interface Target {
  readonly labels: Readonly<Record<string, string>>
  readonly health: string
}
interface Answer {
  readonly activeTargets: readonly Target[]
  readonly groups: readonly { readonly rules: readonly { readonly health: string }[] }[]
  readonly result: readonly { readonly metric: object; readonly value: readonly [number, string] }[]
  readonly alerts: readonly { readonly labels: Readonly<Record<string, string>>; readonly state: string }[]
}

const search = { action: 'search', object_type: 'contacts', filters: [] }

test('Prometheus with our files reads the gateway, takes all rules, and raises the alert of a gateway that is down', async (context) => {
  const prometheus = debianProgram('prometheus')
  if (!prometheus) return leaveOut(context)('prometheus is not installed')
  const port = freePort()
  const down = `127.0.0.1:${freePort()}`
  // The example's own, but the addresses of this machine and seconds in place of minutes.
  const configuration = readExample('deploy/prometheus/prometheus.yaml')
    .replaceAll(': 15s', ': 1s')
    .replace('gateway-1.internal:3001', new URL(gateway.url).host)
    .replace('gateway-2.internal:3001', down)
  writeFileSync(join(folder, 'prometheus.yaml'), configuration)
  writeFileSync(join(folder, 'alerts.yaml'), readExample('deploy/prometheus/alerts.yaml').replace('for: 2m', 'for: 2s'))
  writeFileSync(join(folder, 'metrics-token'), metricsToken)
  const listen = [`--web.listen-address=127.0.0.1:${port}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  start([prometheus, '--config.file=prometheus.yaml', ...listen], 'prometheus.errors')
  const read = async (path: string): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    return ((await answer.json()) as { readonly data: Answer }).data
  }

  expect((await gateway.call('acme', 'hubspot', search)).status).toBe(200)
  const isOfGateways = ({ labels }: Target) => labels.job === 'patchbay'
  await vi.waitFor(
    async () => {
      const targets = (await read('targets')).activeTargets
      const health = Object.fromEntries(targets.filter(isOfGateways).map((one) => [one.labels.instance, one.health]))
      expect(health).toEqual({ [new URL(gateway.url).host]: 'up', [down]: 'down' })
      const rules = (await read('rules')).groups.flatMap((group) => group.rules)
      expect(rules.map(({ health: how }) => how)).toEqual(Array(12).fill('ok'))
      const [calls] = (await read(`query?query=${encodeURIComponent('sum by (code) (patchbay_calls_total)')}`)).result
      expect([calls?.metric, calls?.value[1]]).toEqual([{ code: 'OK' }, '1'])
      const { alerts } = await read('alerts')
      expect(alerts.map(({ labels, state }) => [labels.alertname, labels.instance, state])).toEqual([
        ['PatchbayDown', down, 'firing'],
      ])
    },
    { timeout: 40_000, interval: 500 },
  )
})

/** The collector, built by Go. */
const buildCollector = () => buildByGo('otel-collector', join(import.meta.dirname, 'otel-collector'), { otelcol: '.' })

test('an OpenTelemetry collector takes the traces, with the names, attributes and version that the page tells', {
  timeout: 1_200_000,
}, async (context) => {
  const { folder: built, missing } = await buildCollector()
  if (built === undefined) return leaveOut(context)(missing)
  const file = join(folder, 'traces.json')
  writeFileSync(
    join(folder, 'collector.yaml'),
    `receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${collectorPort}" } } } }
exporters: { file: { path: ${JSON.stringify(file)} } }
service:
  telemetry: { metrics: { level: none } }
  pipelines: { traces: { receivers: [otlp], exporters: [file] } }
`,
  )
  start([join(built, 'otelcol'), '--config', join(folder, 'collector.yaml')], 'collector.errors')
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${collectorPort}/`)).status).toBe(404), {
    timeout: 20_000,
  })
  const headers = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'x-request-id': 'request-7',
    // The test before made the same call: an answer of the cache has no span of the provider.
    'cache-control': 'no-cache',
  }
  expect((await gateway.call('acme', 'hubspot', search, { headers })).status).toBe(200)

  interface Span {
    readonly name: string
    readonly traceId: string
    readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  }
  const attributesOf = ({ attributes }: Pick<Span, 'attributes'>) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  await vi.waitFor(
    () => {
      const resources = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => JSON.parse(line).resourceSpans)
      expect(attributesOf(resources[0].resource)).toMatchObject({
        'service.name': 'patchbay',
        'service.version': version,
      })
      const spans: Span[] = resources.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope: { spans: Span[] }) => scope.spans),
      )
      const inTrace = spans.filter(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')
      expect(inTrace.map(({ name }) => name).toSorted()).toEqual(['POST /api/v1/:tenant/:domain', 'hubspot.search'])
      for (const span of inTrace)
        expect(attributesOf(span)).toMatchObject({
          'patchbay.provider': 'hubspot',
          'patchbay.action': 'search',
          'patchbay.tenant': 'acme',
        })
      expect(spans.filter(({ name }) => /metrics|health/.test(name))).toEqual([])
    },
    { timeout: 20_000, interval: 250 },
  )
})
