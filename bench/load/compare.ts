/**
 * `bun bench/load/compare.ts <checkout A> <checkout B> [--rounds 10] [--seconds 1] [--only miss,hit] [--mongodb]`: what a call
 * costs in two checkouts, of the kinds miss, hit, write, mcp-miss and mcp-hit. Two gateways of each are measured side by side
 * in one run, in an order that turns round with each round. The numbers are trimmed means of all rounds; how far the two
 * gateways of one checkout differ is the noise, and in how many rounds B was higher tells the checkouts apart.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTargets } from './calls/call-targets.ts'
import { comparisonTable } from './compare/comparison.ts'
import { measureSideBySide } from './compare/side-by-side.ts'

const usage =
  'usage: bun bench/load/compare.ts <checkout A> <checkout B> [--rounds 10] [--seconds 1] [--only miss,hit] [--mongodb]'
const allKinds = Object.keys(callTargets('http://gateway'))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: allKinds.join() },
    mongodb: { type: 'boolean', default: false },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const [treeA, treeB] = positionals.map((path) => resolve(path))
const kinds = values.only.split(',')
const isKnown = (kind: string): boolean => allKinds.includes(kind)
if (!treeA || !treeB || !(rounds > 0 && seconds > 0) || !kinds.every(isKnown)) throw new Error(usage)

const { comparisons, bare, memory } = await measureSideBySide({
  trees: [treeA, treeB],
  kinds,
  rounds,
  seconds,
  each: 2,
  onMongodb: values.mongodb,
})
console.log(`A: ${treeA}\nB: ${treeB}\n${rounds} rounds of ${seconds} s, 64 connections, Bun ${Bun.version}\n`)
console.log(comparisonTable(comparisons, bare))
const megabytes = (all: readonly number[]): string => all.map((mb) => mb.toFixed(0)).join(' and ')
console.log(
  `\nMB resident at the end of the rounds: A ${megabytes(memory.a)}, B ${megabytes(memory.b)}, bare proxy ${megabytes([memory.bare])}`,
)
process.exit(0)
