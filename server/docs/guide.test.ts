import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '@patchbay/core/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/gateway.ts'
import { Exchange } from '../http/exchange.ts'
import { findGuide, guideRoutes } from './guide.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true }))

const build = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'site', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'site', path), text)
  }
}

const ask = async (path: string, routes = guideRoutes(join(folder, 'site'))) => {
  const [bare, below] = routes
  const route = path === '' ? bare : below
  const exchange = new Exchange(
    new Request(`http://localhost/docs/guide${path}`),
    path === '' ? {} : { '*': path.slice(1) },
    '127.0.0.1',
    'id-1',
  )
  try {
    const { status, body, headers } = (await route?.handle(exchange)) ?? {}
    return { status, headers, text: body instanceof Uint8Array ? Buffer.from(body).toString() : body }
  } catch (error) {
    if (error instanceof GatewayError) return { status: error.status, text: error.message }
    throw error
  }
}

describe('the documentation at /docs/guide', () => {
  it('is the pages as they are where nobody has built it, and the site once somebody has', async () => {
    const routes = guideRoutes(join(folder, 'site'))
    writeFileSync(
      join(folder, 'README.md'),
      '# Map\n\n- [Calls & more](calls.md), [code](../examples/x.ts)\n\n![p](images/a.png)\n',
    )
    writeFileSync(
      join(folder, 'calls.md'),
      '# Calls\n\n<!-- made:begin -->\n## Known effects\n\nSee [itself](#calls) <script>x</script>',
    )
    mkdirSync(join(folder, 'images'))
    writeFileSync(join(folder, 'images/a.png'), 'png')
    const map = await ask('/', routes)
    expect(map).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(map.text).toContain('<a href="/docs/guide/calls">Calls &amp; more</a>')
    expect(map.text).toContain('src="/docs/guide/images/a.png"')
    expect(map.text).not.toContain('examples/x.ts')
    const calls = await ask('/calls', routes)
    expect(calls.text).toContain('<h2 id="known-effects">Known effects</h2>')
    expect(calls.text).toContain('<title>Calls</title>')
    expect(calls.text).not.toMatch(/made:begin|<script>/)
    expect(await ask('/images/a.png', routes)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect(await ask('/nothing', routes)).toMatchObject({ status: 404, text: expect.stringContaining('no such page') })
    build({ 'index.html': 'The site' })
    expect(await ask('/', routes)).toMatchObject({ status: 200, text: 'The site' })
  })

  it('has no file outside its folder where nobody has built it', async () => {
    writeFileSync(join(folder, 'README.md'), '# Map')
    for (const path of ['/../../etc/passwd', '/..%2fsecret', '/.hidden', '/README.md', '/package.json'])
      expect(await ask(path)).toMatchObject({ status: 404 })
  })

  it('has pages without .html, with a policy, and files that browsers keep by their hashes', async () => {
    build({ 'index.html': 'The map', 'providers/jira.html': 'Jira', 'assets/app.a1b2.js': 'run()' })
    expect(await ask('')).toMatchObject({ status: 308, headers: { location: '/docs/guide/' } })
    const page = await ask('/providers/jira')
    expect(page).toMatchObject({ status: 200, text: 'Jira', headers: { 'cache-control': 'no-cache' } })
    expect(page.headers?.['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; /,
    )
    const script = await ask('/assets/app.a1b2.js')
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    })
  })

  it.each(['/nothing', '/../secret', '/..%2fsecret', '/assets', '/notes.md'])('has no %s', async (path) => {
    build({ 'index.html': 'The map', 'assets/app.js': '', 'notes.md': 'not of the site' })
    writeFileSync(join(folder, 'secret'), 'a secret')
    expect(await ask(path)).toMatchObject({ status: 404, text: expect.stringContaining('no such page') })
  })
})

describe('the link of the console to the documentation', () => {
  const one = { docs: true, adminPort: null, baseUrl: null }
  const table: readonly (readonly [what: string, Parameters<typeof findGuide>[0], string | undefined])[] = [
    ['one port', one, '/docs/guide/'],
    [
      'a console elsewhere',
      { ...one, adminPort: 4000, baseUrl: 'https://api.example.com' },
      'https://api.example.com/docs/guide/',
    ],
    ['a console elsewhere, and no known address', { ...one, adminPort: 4000 }, undefined],
    ['DOCS=off', { ...one, docs: false }, undefined],
  ]
  it.each(table)('is right with %s', (_, configuration, expected) => {
    build({ 'index.html': 'The map' })
    expect(findGuide(configuration, join(folder, 'site'))).toBe(expected)
  })

  it('leads to the pages as they are where the site has not been built, and is left out where neither is there', () => {
    expect(findGuide(one, join(folder, 'site'))).toBeUndefined()
    writeFileSync(join(folder, 'README.md'), '# The map')
    expect(findGuide(one, join(folder, 'site'))).toBe('/docs/guide/')
  })
})
