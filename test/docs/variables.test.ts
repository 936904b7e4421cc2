import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCodes } from '../../codegen/emit/error-codes.ts'
import { configurationHelp } from '../../server/configuration/help.ts'
import { pages, root } from './pages.ts'

/** Documented variables of Bun, of the system, of the tests and of the command line. */
const foreign = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
  // Those of the command line.
  'PATCHBAY_URL',
  'PATCHBAY_ADMIN_KEY',
  'PATCHBAY_ADMIN_KEY_FILE',
  'NANGO_SECRET_KEY',
  'TOKEN',
  'NO_COLOR',
  'BUN_CONFIG_VERBOSE_FETCH',
  'BUN_JSC_forceRAMSize',
  'ADMIN_KEY',
  'CLIENT_CLOSED',
  'PATCHBAY_URL',
  'PATCHBAY_ADMIN_KEY',
  'PATCHBAY_ADMIN_KEY_FILE',
  'NANGO_SECRET_KEY',
  'NO_COLOR',
  'TOKEN',
  'CHROMIUM_PATH',
  'TEST_MONGODB_URI',
  'MONGOMS_SYSTEM_BINARY',
  'UPDATE_SCREENSHOTS',
  'TEST_PICTURES',
  'TEST_LANES',
  // The release's single file reads these.
  'UNPACK_DIR',
  // The backend of docs/let-customers-connect.md reads these.
  'PATCHBAY_KEY',
  // Terminals set these.
  'FORCE_COLOR',
  // Set in a person's shell, in docs/mcp-clients.md.
  'PATCHBAY_TOKEN',
]
const known = new Set([...foreign, ...errorCodes.map(({ code }) => code), ...(configurationHelp().match(/\w+/g) ?? [])])

const files = [...pages, 'deploy/nginx.conf', 'deploy/Caddyfile']

test.each(files)('%s names variables and codes that the gateway has', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = text.match(/\b[A-Z]+(?:_[A-Z]+)+\b|\b[A-Z]{4,}(?==)/g) ?? []
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
})

test('the pages name variables at all', () => {
  const named = files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [])
  expect(named).toContain('TRUSTED_PROXIES')
})
