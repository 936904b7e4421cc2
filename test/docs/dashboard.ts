import { type GatewayMetric, listMetrics } from './tables/metrics.ts'

interface Query {
  readonly expr: string
  readonly legendFormat: string
}

/** The labels by which a panel draws lines; the others have too many values to be told apart. */
const drawnBy = new Set(['provider', 'code', 'outcome', 'cache', 'job', 'work', 'part', 'state', 'port', 'source'])

const units: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/_seconds$/, 's'],
  [/_total$/, 'ops'],
  [/_up$/, 'bool_yes_no'],
]

const queriesOf = ({ name, type, labels }: GatewayMetric): readonly Query[] => {
  const drawn = labels.filter((label) => drawnBy.has(label)).slice(0, 2)
  const by = drawn.length > 0 ? ` by (${drawn.join(', ')})` : ''
  const legendFormat = drawn.map((label) => `{{${label}}}`).join(' ') || 'all gateways'
  if (type === 'gauge') return [{ expr: `max${by} (${name})`, legendFormat }]
  if (type === 'counter') return [{ expr: `sum${by} (rate(${name}[$__rate_interval]))`, legendFormat }]
  const [first] = drawn
  const within = first === undefined ? 'le' : `le, ${first}`
  return ['0.5', '0.95'].map((share) => ({
    expr: `histogram_quantile(${share}, sum by (${within}) (rate(${name}_bucket[$__rate_interval])))`,
    legendFormat: `p${Number(share) * 100}${first === undefined ? '' : ` {{${first}}}`}`,
  }))
}

/** Beside the gateway's own: what tells that a process is in need. */
const ofTheProcess: readonly GatewayMetric[] = [
  { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Memory of each gateway', labels: ['instance'] },
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    help: 'Processors that each gateway uses',
    labels: ['instance'],
  },
  {
    name: 'nodejs_eventloop_lag_p99_seconds',
    type: 'gauge',
    help: 'For how long the thread is held, one time in a hundred',
    labels: ['instance'],
  },
]

const datasource = { type: 'prometheus', uid: '$datasource' }

const panel = (metric: GatewayMetric, n: number) => {
  const queries = metric.labels.includes('instance')
    ? [
        {
          expr: metric.type === 'counter' ? `rate(${metric.name}[$__rate_interval])` : metric.name,
          legendFormat: '{{instance}}',
        },
      ]
    : queriesOf(metric)
  const unit = metric.name.endsWith('_bytes')
    ? 'bytes'
    : (units.find(([ending]) => ending.test(metric.name))?.[1] ?? 'short')
  return {
    id: n + 1,
    type: 'timeseries',
    title: metric.help,
    description: metric.name,
    datasource,
    gridPos: { x: (n % 2) * 12, y: Math.floor(n / 2) * 8, w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map((query, i) => ({ refId: 'ABC'[i], datasource, ...query })),
  }
}

/** The dashboard for Grafana: a panel for each of the gateway's own metrics, and some of its process. */
export const grafanaDashboard = {
  file: 'deploy/grafana/patchbay.json',
  text: (): string => {
    const dashboard = {
      title: 'Patchbay',
      uid: 'patchbay',
      schemaVersion: 39,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
      panels: [...listMetrics(), ...ofTheProcess].map(panel),
    }
    return `${JSON.stringify(dashboard, null, 2)}\n`
  },
} as const
