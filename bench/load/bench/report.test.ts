import { describe, expect, it } from 'vitest'
import { markdown } from './report.ts'
import { bareRow } from './rows.ts'
import type { Figures, FirstFigures, Run } from './run.ts'

const figures = (perSecond: number, cpu: number, aloneP50: number): Figures => ({
  baseline: bareRow,
  perSecond,
  cpu,
  mainThread: cpu / 2,
  p50: 2,
  p99: 8,
  aloneP50,
  aloneP99: 2,
})

const run = (bare: number, miss: number, cpu: number, memory: number, first: FirstFigures): Run => ({
  figures: new Map([
    [bareRow, figures(bare, 40, 0.2)],
    ['nginx', { ...figures(40_000, Number.NaN, 0.1), mainThread: Number.NaN }],
    ['gateway, miss', { ...figures(miss, cpu, 0.5), first }],
    ['gateway, hit', figures(20_000, 50, 0.3)],
    ['gateway, write', { ...figures(9000, 90, 0.5), bound: 'audited, write' }],
    ['audited, write', figures(12_000, 60, 0.4)],
    ['MCP 2026-07-28, tools/call, miss', figures(miss * 0.8, 130, 0.6)],
    ['gateway on MongoDB, miss', figures(5000, 200, 2)],
    ['gateway on MongoDB, hit', figures(9000, 100, 1)],
  ]),
  memory: {
    calls: 240_000,
    underLoad: { all: memory, anonymous: memory - 50 },
    afterwards: { all: 100, anonymous: 50 },
  },
})

const text = markdown({
  machine: 'a machine',
  bun: '1.4.5',
  length: { rounds: 3, seconds: 1 },
  runs: [
    run(20_000, 8000, 100, 150, { perSecond: 4000, cpu: 200 }),
    run(10_000, 5000, 120, 160, { perSecond: 2000, cpu: 180 }),
    run(30_000, 9000, 80, 190, { perSecond: 5400, cpu: 160 }),
  ],
  allocated: new Map([['gateway, miss', 38_720]]),
  mongodbMemory: {
    calls: 241_000,
    underLoad: { all: 250, anonymous: 190 },
    afterwards: { all: 170, anonymous: 110 },
  },
  keysMb: 12.4,
})

describe("the bench's report", () => {
  it.each([
    ['a goal beside each run', '| throughput of misses / bare proxy | >= 0.55 | 0.40 | 0.50 | 0.30 | 0.40 |'],
    ['CPU in calls of the bare proxy', '| CPU of a miss / bare proxy | <= 2.40 | 2.50 | 3.00 | 2.00 | 2.50 |'],
    [
      'a row beside its bound',
      '| gateway, write | 9,000 | 0.45 (0.30 to 0.90) | 0.75 | 2.00 | 8.00 | 0.50 | +0.30 | 2.00 |',
    ],
    ['its cost, too', '| gateway, write | 90 | 45 | 2.25 (2.25 to 2.25) | 1.50 | – |'],
    ['memory', '| memory under load, MB | <= 140 | 150 | 160 | 190 | 160 |'],
    [
      "a row's ratio with its range",
      '| gateway, miss | 8,000 | 0.40 (0.30 to 0.50) |  | 2.00 | 8.00 | 0.50 | +0.30 | 2.00 |',
    ],
    [
      'calls over MCP beside those by REST',
      '| throughput of tools/call / REST, misses | >= 0.85 | 0.80 | 0.80 | 0.80 | 0.80 |',
    ],
    ['the first two seconds of a process', '| gateway, miss | 4,000 | 0.50 | 180 | 2.00 |'],
    [
      'memory with and without mapped files',
      'Memory of the gateway: on the embedded store 160 MB (110 without mapped files) under load after 240,000 calls, 100 MB (50 without mapped files) ten seconds later;',
    ],
    [
      'what keys of writes take',
      'keys (goal: <= 40). Medians of 3 runs (in parentheses from the lowest to the highest), each with new',
    ],
    ['what a call costs', '| gateway, miss | 100 | 50 | 2.50 (2.00 to 3.00) |  | 38.7 |'],
    ['nothing where it was not counted', '| gateway, hit | 50 | 25 | 1.25 (1.25 to 1.25) |  | – |'],
  ])('shows %s', (_, line) => {
    expect(text.split('\n')).toContain(line)
  })

  it('shows no cost of a process that was not measured', () => {
    expect(text.split('\n').filter((line) => line.startsWith('| nginx |'))).toHaveLength(1)
  })
})
