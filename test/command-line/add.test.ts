// Test lanes: slow

/** `patchbay add` as people use it: in a terminal by keystrokes, in a script, with what isn't a document, and with a gateway that runs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommandLine } from '../../cli/program/run.ts'
import { openTerminal } from '../../cli/terminal/terminal.ts'
import { documentOf } from '../../codegen/import/testing/slice-of.ts'
import { commands } from '../../server/commands/index.ts'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../gateway.ts'
import { startServerProcess } from '../server-process.ts'
import { sendJson, startToolServer } from '../upstream-mcp/tool-server.ts'
import { runInTerminal } from './patchbay.ts'

const document = documentOf(
  {
    '/books': { get: { operationId: 'listBooks', summary: 'List the books' } },
    '/books/search': { post: { operationId: 'searchBooks', summary: 'Search the books' } },
  },
  {
    servers: [{ url: 'https://api.shelves-host.com' }, { url: 'https://eu.shelves-host.com' }],
    security: [{ bearer: [] }, { key: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-Shelf-Key' },
      },
    },
  },
)

const vendor = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => {
    if (url.endsWith('/openapi.json')) return Response.json(document)
    // It names the server of somebody else.
    if (url.endsWith('/servers.json')) return Response.json({ mcpServers: { [`${red}team`]: { url: team.url } } })
    return new Response('no', { status: 404 })
  },
})
/** An escape sequence that a terminal would obey. */
const red = '\u001b[31m'

/** An MCP server of a team, which lists its tools to known callers only. */
const secret = 'sk-of-the-team'
const text = { type: 'string' }
const team = await startToolServer({
  tools: [
    {
      name: 'find_page',
      description: 'Finds a page',
      inputSchema: { type: 'object', properties: { words: text }, required: ['words'] },
      annotations: { readOnlyHint: true },
    },
    { name: 'delete_page', description: 'Deletes a page', inputSchema: { type: 'object', properties: { id: text } } },
  ],
})
team.play((_, response, request) => {
  if (request.headers.authorization === `Bearer ${secret}`) return false
  sendJson(response, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'who are you?' } }, 401)
  return true
})
const address = `http://127.0.0.1:${vendor.port}/openapi.json`
const folder = temporaryFolder()
const plugins = join(folder, 'plugins')
const env = {
  ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${vendor.port},${new URL(team.url).host}`,
  PLUGINS_DIR: plugins,
  NO_COLOR: '1',
}
for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
afterAll(async () => {
  vi.unstubAllEnvs()
  vendor.stop(true)
  await team.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => rmSync(plugins, { recursive: true, force: true }))

const [down, enter, interrupt] = ['\u001b[B', '\r', '\u0003']
const read = (name: string, id = 'resend') => readFileSync(join(plugins, id, name), 'utf8')
/** The vendor's name, with a copy of its document in place of the address in the index. */
const byName = ['add', 'resend', '--document', address]

/** The command without a terminal, in this process. */
const run = async (...words: string[]) => {
  const shown = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof shown) => ({
    write: (text: string) => {
      shown[name] += text
      return true
    },
  })
  const terminal = openTerminal({ stdout: stream('stdout'), stderr: stream('stderr'), env } as never)
  const program = { version: '0.0.0', commands, findNearest: async () => undefined }
  return { code: await runCommandLine(program, words, terminal), ...shown }
}

describe('at a terminal', () => {
  test.skipIf(process.platform !== 'linux')(
    'a vendor is added by keystrokes, and a gateway that runs takes it after the restart that is offered',
    { timeout: 300_000 },
    async () => {
      mkdirSync(plugins)
      const port = String(freePort())
      const gateway = await startServerProcess({ env: { PLUGINS_DIR: plugins, PORT: port } })
      const ids = async () =>
        (await gateway.admin('GET', '/admin/providers')).body.providers.map(({ id }: { id: string }) => id)
      try {
        expect(await ids()).not.toContain('resend')
        const typed = [
          { after: 'Which server do calls go to?', text: down + enter },
          { after: 'Which authentication is used?', text: '1' },
          { after: 'Enter takes', text: enter },
          { after: `Restart the gateway on port ${port}`, text: enter },
        ]
        const { code, shown } = await runInTerminal(byName, env, typed, { cols: 80 })
        expect([code, shown]).toEqual([0, expect.stringContaining('the gateway runs with it')])
        // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it
        expect(shown).not.toMatch(/\u001b\[[\d;]*m/)
        expect(read('overlay.ts')).toContain("origin: 'https://eu.shelves-host.com'")
        expect(JSON.parse(read('import.json')).choices).toMatchObject({
          origin: 'eu.shelves-host.com',
          security: 'key',
          probe: 'list_books',
          'reads POST /books/search': 'yes',
        })
        expect(shown).toContain('2 actions of 2 operations, as resend')
        expect(shown).toMatch(/licence +MIT, seen at https:\/\/github\.com\/resend\/resend-openapi/)
        expect(shown).toContain(`curl -s -X POST http://localhost:${port}/api/v1/<tenant>/resend`)
        const wide = Bun.stripANSI(shown)
          .split(/[\r\n]+/)
          .filter((line) => Bun.stringWidth(line) > 80)
        expect(wide).toEqual([])
        expect(await ids()).toContain('resend')
      } finally {
        await gateway.stop()
      }
    },
  )

  test('an MCP server is added in one go: a token for the list, an id, and which tools read', async () => {
    const typed = [
      { after: 'with which bearer token?', text: secret + enter },
      { after: 'Which id shall the plugin have?', text: enter },
      { after: 'Do these tools only read? find_page', text: '1' },
    ]
    const { code, shown } = await runInTerminal(['add', team.url], env, typed, { cols: 100 })
    expect([code, shown]).toEqual([0, expect.stringContaining('2 actions of 2 tools, as shop-mcp')])
    expect(shown).not.toContain(secret)
    const { host } = new URL(team.url)
    for (const words of [
      'a key, as auth in',
      `ALLOWED_PRIVATE_HOSTS=${host}`,
      "2 texts of the server's own",
      `-d '{"action":"find_page","words":"..."}'`,
    ])
      expect(shown.replaceAll(/\s+/g, ' ')).toContain(words)
    expect(read('overlay.ts', 'shop-mcp')).toMatch(/reads: \['find_page'\]/)
    expect(JSON.parse(read('import.json', 'shop-mcp')).source).toBe(team.url)
    expect(['tools.json', 'overlay.ts', 'import.json'].map((name) => read(name, 'shop-mcp')).join()).not.toContain(
      secret,
    )
  })

  test('what a page or a document writes, the terminal shows and does not obey', async () => {
    const typed = [{ after: 'read which?', text: interrupt }]
    const { shown } = await runInTerminal(['add', address.replace('openapi', 'servers')], env, typed)
    expect(shown).toContain('by \\u{1b}[31mteam')
    expect(shown).not.toContain(red)
    const path = join(folder, 'turned.yaml')
    writeFileSync(path, 'openapi: "3.1.0\ninfo: \u202eelit')
    const { code, stderr } = await run('add', path)
    expect([code, stderr]).toEqual([1, expect.stringContaining('\\u{202e}elit')])
  })

  test('Ctrl-C at a question leaves nothing behind', async () => {
    const typed = [
      { after: 'Which server do calls go to?', text: enter },
      { after: 'Which authentication is used?', text: interrupt },
    ]
    const { code, shown } = await runInTerminal(byName, env, typed)
    expect([code, existsSync(plugins), shown]).toEqual([130, false, expect.stringContaining('nothing was written')])
  })
})

describe('in a script', () => {
  test('nothing is asked: questions without an answer are listed, and nothing is written', async () => {
    const { code, stderr } = await run(...byName)
    expect([code, existsSync(plugins)]).toEqual([2, false])
    expect(stderr).toMatch(/origin: Which server do calls go to\?.*\(proposed: api\.shelves-host\.com\)/)
    expect(stderr).toContain('--yes takes the proposals; --answers')
  })

  test('--yes takes the proposals, and a second time renews the plugin with the lines of its overlay', async () => {
    const first = await run(...byName, '--yes')
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('a gateway takes it at its start')])
    const mine = read('overlay.ts').replace(
      'actions: {}',
      "actions: { list_books: { from: 'list_books', ttl: '60s' } }",
    )
    writeFileSync(join(plugins, 'resend/overlay.ts'), mine)
    const second = await run(...byName, '--yes')
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('renewed') })
    expect(read('overlay.ts')).toContain("list_books: { from: 'list_books', ttl: '60s' }")
    expect(readdirSync(plugins)).toEqual(['resend'])
  })

  test('an MCP server: a token comes from a file, and a second time renews the plugin', async () => {
    const without = await run('add', team.url, '--yes')
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('give it a token, --token-file <file>')])
    const path = join(folder, 'token.txt')
    writeFileSync(path, `${secret}\n`)
    const words = ['add', team.url, '--token-file', path, '--yes']
    const first = await run(...words)
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('wrote')])
    const second = await run(...words)
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('renewed')])
    expect(readdirSync(plugins)).toEqual(['shop-mcp'])
    writeFileSync(path, 'sk-of-nobody')
    const wrong = await run(...words)
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('refuses the token (401)')])
  })

  test('a token goes to the origin that was given, and to none that a page names', async () => {
    const path = join(folder, 'token.txt')
    writeFileSync(path, secret)
    const { code, stderr } = await run('add', address.replace('openapi', 'servers'), '--token-file', path, '--yes')
    const { host } = new URL(team.url)
    expect(stderr).toContain(`the token is not sent to ${host}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining('lists its tools to known callers only')])
    expect(existsSync(plugins)).toBe(false)
  })

  test('answers come from a file, and a wrong one is refused with those that there are', async () => {
    const path = join(folder, 'answers.yaml')
    writeFileSync(path, 'origin: eu.shelves-host.com\nsecurity: bearer\n"reads POST /books/search": "no"\n')
    expect(await run(...byName, '--answers', path, '--yes')).toMatchObject({ code: 0 })
    expect(read('overlay.ts')).toContain("origin: 'https://eu.shelves-host.com'")
    expect(read('overlay.ts')).toContain("prefix: 'Bearer '")
    writeFileSync(path, 'origin: us.shelves-host.com\n')
    const wrong = await run(...byName, '--id', 'others', '--answers', path)
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/origin can be api\.shelves-host\.com, eu\./)])
  })
})

describe('what is not known is not guessed', () => {
  test.each([
    [
      'a name like one',
      ['add', 'resned'],
      /did you mean resend\? Give the URL .*the command "vendors" lists the names/,
    ],
    ['a name of several', ['add', 'paypal'], /vendor: 4 entries are known as paypal: which one\?/],
    ['a vendor without any', ['add', 'shopify'], /Shopify publishes no OpenAPI document and no MCP server/],
    ['a copy that is not there', ['add', 'resend', '--document', './no.json'], /no\.json can't be read \(ENOENT\)/],
    ['a file that is not there', ['add', './no-such.yaml'], /there is no file \.\/no-such\.yaml/],
    ['an address without its scheme', ['add', 'api.shelves.com/openapi.json'], /give https:\/\/api\.shelves\.com/],
    ['an address of this machine without a scheme', ['add', '127.0.0.1:8000'], /give http:\/\/127\.0\.0\.1:8000 if/],
    ['another scheme', ['add', 'ftp://shelves.com/openapi.json'], /is not an https URL/],
    ['an id that is taken', [...byName, '--id', 'github', '--yes'], /github is the id of an included provider/],
    ['a private address', ['add', 'http://127.0.0.1:1/openapi.json', '--yes'], /can't be read/],
  ])('%s', async (_, words, said) => {
    const { code, stderr } = await run(...words)
    expect([code, stderr]).toEqual([expect.toBeOneOf([1, 2]), expect.stringMatching(said)])
    expect(existsSync(plugins)).toBe(false)
  })
})

test('the vendors are listed, with where they were seen', async () => {
  const { code, stdout } = await run('vendors', 'resend', '--json')
  expect([code, JSON.parse(stdout).vendors]).toEqual([
    0,
    [
      expect.objectContaining({
        name: 'resend',
        kind: 'API',
        licence: 'MIT',
        address: expect.stringMatching(/^https:/),
      }),
      expect.objectContaining({ name: 'resend', kind: 'MCP', 'sign-in': 'OAuth' }),
    ],
  ])
})
