import { describe, expect, it } from 'vitest'
import { markdown } from './report.ts'
import { bareRow } from './rows.ts'
import type { Figures, Run } from './run.ts'

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

const run = (bare: number, miss: number, cpu: number, memory: number): Run => ({
  figures: new Map([
    [bareRow, figures(bare, 40, 0.2)],
    ['nginx', { ...figures(40_000, Number.NaN, 0.1), mainThread: Number.NaN }],
    ['gateway, miss', figures(miss, cpu, 0.5)],
    ['gateway, hit', figures(20_000, 50, 0.3)],
    ['gateway, write', figures(9000, 90, 0.5)],
    ['gateway on MongoDB, miss', figures(5000, 200, 2)],
    ['gateway on MongoDB, hit', figures(9000, 100, 1)],
  ]),
  memory: { calls: 240_000, underLoad: memory, afterwards: 100 },
})

const text = markdown({
  machine: 'a machine',
  bun: '1.4.5',
  length: { rounds: 3, seconds: 1 },
  runs: [run(20_000, 8000, 100, 150), run(10_000, 5000, 120, 160), run(30_000, 9000, 80, 190)],
  allocated: new Map([['gateway, miss', 38_720]]),
  mongodbMemory: { calls: 241_000, underLoad: 250, afterwards: 170 },
})

describe("the bench's report", () => {
  it.each([
    ['a goal beside each run', '| throughput of misses / bare proxy | >= 0.45 | 0.40 | 0.50 | 0.30 | 0.40 |'],
    ['CPU in calls of the bare proxy', '| CPU of a miss / bare proxy | <= 2.60 | 2.50 | 3.00 | 2.00 | 2.50 |'],
    ['memory', '| memory under load, MB | <= 170 | 150 | 160 | 190 | 160 |'],
    [
      "a row's ratio with its range",
      '| gateway, miss | 8,000 | 0.40 (0.30 to 0.50) | 2.00 | 8.00 | 0.50 | +0.30 | 2.00 |',
    ],
    ['what a call costs', '| gateway, miss | 100 | 50 | 2.50 (2.00 to 3.00) | 38.7 |'],
    ['nothing where it was not counted', '| gateway, hit | 50 | 25 | 1.25 (1.25 to 1.25) | – |'],
  ])('shows %s', (_, line) => {
    expect(text.split('\n')).toContain(line)
  })

  it('shows no cost of a process that was not measured', () => {
    expect(text.split('\n').filter((line) => line.startsWith('| nginx |'))).toHaveLength(1)
  })
})
