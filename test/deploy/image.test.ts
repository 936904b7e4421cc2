// Test lanes: slow, long

import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashToken } from '@patchbay/core/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import core from '../../core/package.json'
import project from '../../package.json'
import { folderOnDisk } from '../folders.ts'
import { freePort } from '../free-port.ts'
import { buildImage, type Image, listImage } from './build-image.ts'

const root = join(import.meta.dirname, '../..')
// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects, and fails where they are not
const compose: any = Bun.YAML.parse(readFileSync(join(root, 'compose.yaml'), 'utf8'))
/** The development dependencies that no workspace needs at run time. */
const developmentOnly = Object.keys(project.devDependencies).filter(
  (name) => !(name in project.dependencies || name in core.dependencies),
)

const urlOf = (banner: string): string => /listens on (\S+)/.exec(banner)?.[1] ?? ''

/** Root becomes the image's user by it. */
const missing = process.getuid?.() === 0 && !Bun.which('setpriv') ? 'setpriv is not installed' : undefined

describe('the image', () => {
  const folder = folderOnDisk()
  let image: Image
  /** File modes of the data folders, as they were built. */
  let modes: readonly string[] = []
  beforeAll(() => {
    // The image's user must come through; mkdtemp lets in nobody but its maker.
    chmodSync(folder, 0o755)
    image = buildImage(root, folder)
    modes = ['/data', '/data-demo'].map((path) => (statSync(image.path(path)).mode & 0o777).toString(8))
    // Read-only for its user, as `docker run --read-only` makes it. The data folder is a volume; the demo's has to be mounted then.
    const folders = [image.path('/data'), image.path('/data-demo')]
    Bun.spawnSync(['sh', '-ec', 'chmod -R a-w,a+rX "$0" && chmod 700 "$1" "$2"', image.root, ...folders])
  }, 400_000)
  afterAll(() => {
    Bun.spawnSync(['chmod', '-R', 'u+w', folder])
    rmSync(folder, { recursive: true })
  })

  /** Starts a command in the image as its user. Who isn't root can only be themselves, which is no more. */
  const run = (command: readonly string[], env: Readonly<Record<string, string>>) => {
    const { uid, gid } = image.user
    const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
    return Bun.spawn([...(process.getuid?.() === 0 ? as : []), ...command], {
      cwd: image.workdir,
      env: { ...image.env, HOME: '/nonexistent', ...env },
      stdout: 'pipe',
      stderr: 'pipe',
    })
  }

  test('holds the server, its providers and what they need at run time, nothing else', () => {
    const paths = listImage(image)
    expect(paths.filter((path) => /^[^/]+\/([^/]+\/?)?$/.test(path)).toSorted()).toEqual([
      'app/',
      'app/bench/',
      'app/bun.lock',
      'app/bunfig.toml',
      'app/cli/',
      'app/codegen/',
      'app/console/',
      'app/core/',
      'app/docs/',
      'app/node_modules/',
      'app/package.json',
      'app/packages/',
      'app/providers/',
      'app/server/',
      'data-demo/',
      'data/',
    ])
    expect(
      paths.filter((path) =>
        /^app\/(cli|core|packages|providers|server)\/.*(\.test\.ts|fixtures|fake|node_modules)/.test(path),
      ),
    ).toEqual([])
    // Its package.json, which the lock file asks for.
    expect(paths.filter((path) => path.startsWith('app/codegen/'))).toEqual([
      'app/codegen/',
      'app/codegen/package.json',
    ])
    const tools = ['@biomejs', '@types', 'bun-types', 'bun', '.bin', ...developmentOnly]
    expect(tools.filter((name) => existsSync(image.path(`/app/node_modules/${name}`)))).toEqual([])
  })

  test('runs as a numbered user that is not root, on every address, with its data in /data', () => {
    expect(image.user).toEqual({ uid: 1000, gid: 1000 })
    expect(image.env).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: image.path('/data'), NODE_ENV: 'production' })
  })

  test('keeps its data for its user alone, whichever program built it', () => {
    expect(modes).toEqual(['700', '700'])
  })

  test.skipIf(missing)(
    'starts without rights on a read-only tree, is healthy, and stops at SIGTERM',
    { meta: { missing } },
    async () => {
      const env = { PORT: String(freePort()) }
      const isHealthy = async (): Promise<boolean> => (await run(image.healthCheck, env).exited) === 0
      expect(await isHealthy()).toBe(false)

      const gateway = run(image.command, env)
      // Each look is a process.
      await expect.poll(isHealthy, { interval: 300 }).toBe(true)
      const answer = await fetch(`http://127.0.0.1:${env.PORT}/health`)
      expect(await answer.json()).toMatchObject({ status: 'healthy', services: { kv: 'up', d1: 'up' } })

      gateway.kill('SIGTERM')
      expect({ code: await gateway.exited, stderr: await gateway.stderr.text() }).toEqual({ code: 0, stderr: '' })
      expect(existsSync(image.path('/data/patchbay.sqlite'))).toBe(true)
      expect(await isHealthy()).toBe(false)
    },
  )

  test.skipIf(missing)('runs the demo, as `docker run patchbay --demo` does', { meta: { missing } }, async () => {
    const demo = run([...image.command, '--demo'], { PORT: String(freePort()) })
    let printed = ''
    const reading = (async () => {
      for await (const chunk of demo.stdout.pipeThrough(new TextDecoderStream())) printed += chunk
    })()
    await expect.poll(() => printed).toContain('Admin key: ')
    const [command = ''] = printed.match(/curl (?:.*\\\n)*.*/) ?? []
    const { stdout } = Bun.spawnSync(['sh', '-c', command])
    expect(JSON.parse(stdout.toString())).toMatchObject({ success: true, data: { data: [{ id: 'person-1' }, {}, {}] } })
    const [adminKey = ''] = /pb_admin_[\w-]+/.exec(printed) ?? []
    const patchbay = run(['patchbay', 'tenants', 'list'], {
      PATCHBAY_URL: urlOf(printed),
      PATCHBAY_ADMIN_KEY: adminKey,
    })
    expect(await patchbay.stdout.text()).toMatch(/^demo +Demo +active +demo\/main/m)
    const examined = JSON.parse(await run(['patchbay', 'doctor', '--json'], {}).stdout.text())
    expect(examined.findings).toContainEqual(expect.objectContaining({ check: 'configuration', result: 'ok' }))
    demo.kill('SIGTERM')
    expect({ code: await demo.exited, stderr: await demo.stderr.text() }).toEqual({ code: 0, stderr: '' })
    await reading
    expect(existsSync(image.path('/data-demo/patchbay.sqlite'))).toBe(true)
  })

  test.skipIf(missing)(
    'takes its secrets from files and serves operators at a port of their own, as compose.yaml has it',
    { meta: { missing } },
    async () => {
      const secrets = folderOnDisk()
      chmodSync(secrets, 0o755)
      const values: Readonly<Record<string, string>> = {
        'admin-api-key': hashToken('the-admin-key'),
        'patchbay-keys': `k1:${Buffer.alloc(32, 'k').toString('base64url')}`,
        'metrics-token': 'a-token-for-prometheus',
      }
      for (const [name, value] of Object.entries(values))
        writeFileSync(join(secrets, name), `${value}\n`, { mode: 0o444 })
      const { environment } = compose.services.gateway
      const files = Object.entries<string | number>(environment).flatMap(([name, value]) =>
        name.endsWith('_FILE') ? [[name, String(value).replace('/run/secrets', secrets)]] : [],
      )
      const [PORT, ADMIN_PORT] = [String(freePort()), String(freePort())]
      const { ADMIN_HOST } = environment
      const env = {
        PORT,
        ADMIN_PORT,
        ADMIN_HOST,
        BASE_URL: 'https://gateway.example.com',
        DATA_DIR: image.path('/data'),
      }
      const gateway = run(image.command, { ...Object.fromEntries(files), ...env })
      const isHealthy = async (): Promise<boolean> => (await run(image.healthCheck, env).exited) === 0
      // Each look is a process.
      await expect.poll(isHealthy, { interval: 300 }).toBe(true)

      const statusOf = async (port: string, path: string, headers: Record<string, string>) =>
        (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
      const [admin, metrics] = [{ 'x-admin-key': 'the-admin-key' }, { authorization: 'Bearer a-token-for-prometheus' }]
      expect([
        await statusOf(ADMIN_PORT, '/admin/tenants', admin),
        await statusOf(ADMIN_PORT, '/metrics', metrics),
        await statusOf(ADMIN_PORT, '/metrics', {}),
        await statusOf(PORT, '/admin/tenants', admin),
        await statusOf(PORT, '/metrics', metrics),
      ]).toEqual([200, 200, 401, 404, 404])
      gateway.kill('SIGTERM')
      expect({ code: await gateway.exited, stderr: await gateway.stderr.text() }).toEqual({ code: 0, stderr: '' })
      rmSync(secrets, { recursive: true })
    },
  )

  test.skipIf(missing)('moves stores, so that it holds both drivers', { meta: { missing } }, async () => {
    const help = run(['bun', 'run', 'migrate', '--help'], {})
    expect({ code: await help.exited, stdout: await help.stdout.text() }).toEqual({
      code: 0,
      stdout: expect.stringContaining('patchbay migrate --from <uri-or-dir> --to <uri-or-dir>'),
    })
  })
})
