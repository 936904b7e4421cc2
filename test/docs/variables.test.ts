import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configurationHelp } from '../../server/configuration/help.ts'

/** What the pages say of Bun's own variables and of the system's. */
const foreign =
  'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_TLS_REJECT_UNAUTHORIZED NODE_EXTRA_CA_CERTS BUN_CONFIG_VERBOSE_FETCH'
const known = new Set([...foreign.split(' '), ...(configurationHelp().match(/\w+/g) ?? [])])

/** Each page as far as it tells an operator what to set; the threats below name error codes as well. */
const pages = { 'docs/security.md': '## Threats', 'deploy/nginx.conf': 'limit_conn_zone', 'deploy/Caddyfile': '\n{' }

test.each(Object.entries(pages))('%s names variables that the gateway reads', (path, end) => {
  const [page = ''] = readFileSync(join(import.meta.dirname, '../..', path), 'utf8').split(end)
  const named = page.match(/\b[A-Z]+(?:_[A-Z]+)+\b|\b[A-Z]{4,}(?==)/g)
  expect(named).not.toBeNull()
  expect(named?.filter((name) => !known.has(name))).toEqual([])
})
