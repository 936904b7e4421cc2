/** Monitoring for operators, checked with Prometheus's own tool where that is available. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { grafanaDashboard } from '../docs/dashboard.ts'
import { listMetrics } from '../docs/tables/metrics.ts'
import { temporaryFolder } from '../gateway.ts'
import { debianProgram } from './debian-program.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'deploy/prometheus')
const alerts = readFileSync(join(folder, 'alerts.yaml'), 'utf8')

/** The names that a query may use: a histogram has further ones. */
const names = new Set(
  listMetrics().flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
)
const named = (text: string): readonly string[] => [...new Set(text.match(/patchbay_[a-z_]+/g))]

test('alerts and dashboard ask for metrics that there are', () => {
  expect(named(alerts).filter((name) => !names.has(name))).toEqual(['patchbay_store_duration_seconds'])
  const queries = grafanaDashboard.text().match(/"expr": .*/g) ?? []
  expect(queries.length).toBeGreaterThan(names.size / 3)
  expect(named(queries.join('\n')).filter((name) => !names.has(name))).toEqual([])
})

test('the dashboard has a panel for each metric, as the code is', () => {
  expect(readFileSync(join(root, grafanaDashboard.file), 'utf8'), 'run `npx bun run docs` and commit').toBe(
    grafanaDashboard.text(),
  )
})

/** Alerts that must fire, and after how many minutes; each case is independent. */
const cases: readonly (readonly [alert: string, series: Readonly<Record<string, string>>, minutes: number])[] = [
  ['PatchbayDown', { 'up{job="patchbay",instance="a"}': '0x120' }, 5],
  ['PatchbayStoreDown', { 'patchbay_store_up{part="audit"}': '0x120' }, 5],
  ['PatchbayEffectsUnknown', { patchbay_effects_unknown: '2x240' }, 60],
  ['PatchbayNeedsReauth', { 'patchbay_token_refreshes_total{provider="xero",outcome="needs_reauth"}': '0 0 1x60' }, 10],
  ['PatchbayStrangersRefused', { 'patchbay_refused_total{code="AUTH_FAILED"}': '0+90x120' }, 30],
  [
    'PatchbaySlow',
    {
      'patchbay_call_duration_seconds_bucket{provider="xero",le="10"}': '0x120',
      'patchbay_call_duration_seconds_bucket{provider="xero",le="30"}': '0+60x120',
      'patchbay_call_duration_seconds_bucket{provider="xero",le="+Inf"}': '0+60x120',
    },
    40,
  ],
  [
    'PatchbayCallsFail',
    {
      'patchbay_calls_total{provider="xero",code="TIMEOUT"}': '0+30x120',
      'patchbay_calls_total{provider="xero",code="OK"}': '0+60x120',
    },
    40,
  ],
  ['PatchbayJobsFail', { 'patchbay_job_runs_total{job="seal-log",outcome="error"}': '0+1x120' }, 60],
  ['PatchbayApprovalsWait', { patchbay_approvals_waiting: '80x120' }, 40],
  ['PatchbayMemory', { 'process_resident_memory_bytes{job="patchbay",instance="a"}': '1000000000x120' }, 20],
  [
    'PatchbayDiskFull',
    {
      'node_filesystem_avail_bytes{job="node",fstype="ext4",mountpoint="/",instance="a"}': '5x120',
      'node_filesystem_size_bytes{job="node",fstype="ext4",mountpoint="/",instance="a"}': '100x120',
    },
    15,
  ],
  // The time of these begins in 1970: it ends a day later.
  ['PatchbayCertificateEnds', { 'probe_ssl_earliest_cert_expiry{job="patchbay-https",instance="a"}': '86400x120' }, 90],
]

test('each alert has a case', () => {
  const rules = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert)
  expect(cases.map(([alert]) => alert)).toEqual(rules)
})

const rulesTest = `rule_files: [${join(folder, 'alerts.yaml')}]
evaluation_interval: 1m
tests:
${cases
  .map(
    ([alert, series, minutes]) => `  - interval: 1m
    input_series: [${Object.entries(series).map(([name, values]) => `{ series: '${name}', values: '${values}' }`)}]
    promql_expr_test:
      - expr: count(ALERTS{alertname="${alert}",alertstate="firing"})
        eval_time: ${minutes}m
        exp_samples: [{ labels: '{}', value: 1 }]
      - expr: count(ALERTS{alertstate="firing",alertname!="${alert}"}) or vector(0)
        eval_time: ${minutes}m
        exp_samples: [{ labels: '{}', value: 0 }]`,
  )
  .join('\n')}
`

const promtool = debianProgram('promtool', 'prometheus') ?? ''
const missing = promtool === '' ? 'promtool is not installed' : undefined

describe.skipIf(missing)('promtool', { meta: { missing } }, () => {
  const made = temporaryFolder()
  afterAll(() => rmSync(made, { recursive: true }))
  const run = (...words: readonly string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool, ...words], { stdout: 'pipe', stderr: 'pipe' })
    return [exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]
  }

  test('takes the configuration and the rules', () => {
    expect(run('check', 'config', '--syntax-only', join(folder, 'prometheus.yaml'))).toEqual([0, ''])
    expect(run('check', 'rules', '--lint=all', '--lint-fatal', join(folder, 'alerts.yaml'))).toEqual([0, ''])
  })

  test('finds that each fault raises its alert, and no other', () => {
    const file = join(made, 'rules-test.yaml')
    writeFileSync(file, rulesTest)
    expect(run('test', 'rules', file)).toEqual([0, ''])
  })
})
