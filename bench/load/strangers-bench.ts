/** `bun run bench:strangers`: what the dearest hostile request of each route costs. Writes the table in docs/speed-strangers.md. */
import { parseArgs } from 'node:util'
import { startScene } from '../../test/attacks/hold-the-thread/scene.ts'
import { dearestRoutes, hostileRequests, walkAll } from '../../test/attacks/hold-the-thread/walk-all.ts'
import { writeSection } from '../../test/docs/page-section.ts'
import { describeMachine } from './bench/markdown.ts'

// It has no options, and says so to whoever gives one.
parseArgs({})

/** The best of five is taken of whatever takes longer. */
const cheapMs = 5
const most = 10

const scene = await startScene()
const costs = await walkAll(scene, hostileRequests(scene), cheapMs)
const rows = dearestRoutes(costs)
  .slice(0, most)
  .map(({ request, status, ms }) => `| \`${request.route}\` | ${request.what} | ${status} | ${ms.toFixed(1)} |`)
const markdown = [
  '| route | dearest request | status | ms of the thread |',
  '|---|---|--:|--:|',
  ...rows,
  '',
  `The ten dearest routes of ${costs.length.toLocaleString('en')} hostile requests, best of five; ${describeMachine()}, Bun ${Bun.version}, ${new Date().toISOString().slice(0, 10)}.`,
].join('\n')
console.log(markdown)
await writeSection('docs/speed-strangers.md', 'strangers', markdown)
await scene.stop()
