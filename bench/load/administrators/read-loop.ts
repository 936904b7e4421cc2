/**
 * `bun read-loop.ts <url> <admin key> <method> <path> [<body>]`: sends the request again and again, reads each answer to its end, and
 * prints its milliseconds. A process of its own: reading would slow down the load's.
 */
import { argv } from 'node:process'

const [url = '', key = '', method = 'GET', path = '', body] = argv.slice(2)

const headers = { 'x-admin-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) }
for (;;) {
  const startedAt = performance.now()
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  for await (const _ of answer.body ?? []);
  console.log(String(performance.now() - startedAt))
}
