// Test lanes: slow, long

/** Real clients, installed from npm, against a gateway: with the lines of docs/clients, and with a model on loopback that uses the tools. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { commandBlocks, consoleSteps } from '../../docs/command-blocks.ts'
import { readPage } from '../../docs/pages.ts'
import { type Stage, startStage } from '../../e2e/stage.ts'
import { consent } from '../../oauth/user.ts'
import { startCallingModel } from './calling-model.ts'
import { installNpmClients } from './install.ts'
import { anthropicMessages, googleContents, type ModelProtocol, openaiResponses } from './model-protocols.ts'
import { createUser, documentedLine } from './user.ts'

const { folder, missing } = await installNpmClients()
const testClient = (title: string, run: () => Promise<void>) =>
  test.skipIf(missing)(title, { meta: { missing }, timeout: 120_000 }, run)

let stage: Stage
beforeAll(async () => {
  // Without it the clients name documents of their vendors, which a gateway without internet can't fetch.
  stage = await startStage({ env: { CLIENT_METADATA: 'off' } })
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' })
})
afterAll(() => stage.stop())

/** With a token in `PATCHBAY_TOKEN`. */
const startUser = (variables: Readonly<Record<string, string>> = {}) => {
  const user = createUser(join(folder, 'node_modules/.bin'), {
    PATCHBAY_TOKEN: tokenOf('acme'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    ...variables,
  })
  onTestFinished(user.leave)
  return user
}

const startModel = (protocol: ModelProtocol) => {
  const model = startCallingModel(protocol)
  onTestFinished(() => model.stop())
  return model
}

const read = {
  object_type: 'contacts',
  filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }],
}
const wrong = { object_type: 'contacts', filters: 'everything' }
const write = { object_type: 'contacts', properties: { email: 'new@example.com' } }
const actionsOf = (gateway: Stage): string => `${gateway.url}/mcp?tools=actions`

const pagesWithLines = [
  'docs/getting-started.md',
  'docs/mcp-clients.md',
  'docs/mcp-servers.md',
  'docs/clients/claude-code.md',
  'docs/clients/codex.md',
  'docs/clients/gemini-cli.md',
]
const documentedAdds = pagesWithLines.flatMap((page) =>
  commandBlocks(readPage(page))
    .filter(({ language }) => language === 'console')
    .flatMap(consoleSteps)
    .flatMap(({ command }) => (/^(claude|codex|gemini) mcp add /.test(command) ? [{ page, command }] : [])),
)

/** Nothing answers at the address of the page: adding a server asks nobody. What comes of it is what `list` shows. */
describe.each(documentedAdds)('$page: $command', ({ command }) => {
  testClient('is taken as it stands', async () => {
    const user = startUser()
    expect(await user.run(command)).not.toMatch(/error|unknown|usage/i)
    const [program] = command.split(' ')
    expect(await user.run(`${program} mcp list`)).toContain('patchbay')
  })
})

describe('Claude Code', () => {
  testClient('is added and logs in as documented, and says in between that it must', async () => {
    const user = startUser()
    await user.run(documentedLine('claude mcp add', 'gateway.example.com/mcp?tools=effects"', `${stage.url}/mcp`))
    expect(await user.run('claude mcp list')).toContain('Needs authentication')
    expect(await user.logIn('claude mcp login patchbay', tokenOf('acme'))).toContain('Authenticated with "patchbay"')
    // Another name of the same machine isn't the address by which the gateway calls itself.
    await user.run(`claude mcp add --transport http elsewhere ${stage.url.replace('localhost', '127.0.0.1')}/mcp`)
    const listed = await user.run('claude mcp list')
    expect(listed).toMatch(/^patchbay: .*Connected$/m)
    expect(listed).toMatch(/^elsewhere: .*Failed to connect .* does not match expected/m)
  })

  testClient(
    'with a token as documented finds a tool, reads, is told what is wrong, and asks before another tool',
    async () => {
      const model = startModel(anthropicMessages)
      const user = startUser({ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'of-the-model' })
      await user.run(documentedLine('claude mcp add', '$PATCHBAY_TOKEN"', actionsOf(stage)))
      expect(await user.run('claude mcp get patchbay')).toContain('Connected')
      model.plays(
        { name: 'ToolSearch', input: { query: 'select:mcp__patchbay__hubspot_search', max_results: 5 } },
        { name: 'mcp__patchbay__hubspot_search', input: read },
        { name: 'mcp__patchbay__hubspot_search', input: wrong },
        { name: 'mcp__patchbay__hubspot_create', input: write },
      )
      expect(await user.run('claude -p "Who is Ada?" --allowedTools mcp__patchbay__hubspot_search')).toContain(
        'Finished.',
      )
      const [found, contact, fault, asked] = model.readResults()
      expect(found).toContain('mcp__patchbay__hubspot_search')
      expect(contact).toContain('"firstname":"Ada"')
      expect(fault).toContain('VALIDATION_ERROR')
      expect(asked).toContain('permission')
    },
  )
})

describe('Codex', () => {
  /** https://developers.openai.com/codex/config-reference: with it `codex exec` asks the model on loopback. */
  const chooseModel = (home: string, url: string): void => {
    mkdirSync(join(home, '.codex'))
    const provider = `name = "loopback"\nbase_url = "${url}/v1"\nwire_api = "responses"`
    const text = `model_provider = "loopback"\nmodel = "gpt-5.5"\n[model_providers.loopback]\n${provider}\n`
    writeFileSync(join(home, '.codex/config.toml'), text)
  }
  const uses = [
    { name: 'tool_search', input: { query: 'search CRM records', limit: 3 } },
    { name: 'hubspot_search', input: read },
    { name: 'hubspot_search', input: wrong },
    { name: 'hubspot_create', input: write },
  ]
  const ask = 'codex exec --json --skip-git-repo-check --ephemeral "Who is Ada?"'

  testClient('is added and logs in as documented, finds a tool, reads, and asks before a write', async () => {
    const model = startModel(openaiResponses)
    const user = startUser()
    chooseModel(user.home, model.url)
    const added = await user.logIn(
      documentedLine('codex mcp add', 'gateway.example.com/mcp?tools=effects"', actionsOf(stage)),
      tokenOf('acme'),
    )
    expect(added).toContain('Successfully logged in')
    expect(JSON.parse(await user.run('codex mcp list --json 2>/dev/null'))).toMatchObject([{ auth_status: 'o_auth' }])
    model.plays(...uses)
    expect(await user.run(ask)).toContain('Finished.')
    const [found, contact, fault, asked] = model.readResults()
    expect(found).toContain('hubspot_search')
    expect(contact).toContain('Ada')
    expect(fault).toContain('VALIDATION_ERROR')
    expect(asked).toContain('requires approval')
  })

  testClient('with a token in a variable as documented reads', async () => {
    const model = startModel(openaiResponses)
    const user = startUser()
    chooseModel(user.home, model.url)
    await user.run(documentedLine('codex mcp add', 'PATCHBAY_TOKEN', actionsOf(stage)))
    model.plays(...uses.slice(0, 2))
    expect(await user.run(ask)).toContain('Finished.')
    expect(model.readResults()[1]).toContain('Ada')
  })

  testClient('registers, as documented, at a gateway that can’t fetch its document', async () => {
    const other = await startStage()
    onTestFinished(() => other.stop())
    await other.ready('acme')
    const user = startUser()
    const add = documentedLine('codex mcp add', 'gateway.example.com/mcp?tools=effects"', `${other.url}/mcp`)
    const option = documentedLine('--oauth-client-registration', 'dcr', '')
    expect(await user.logIn(`${add} ${option}`, tokenOf('acme'))).toContain('Successfully logged in')
  })
})

describe('Gemini CLI', () => {
  /** https://geminicli.com/docs/reference/configuration: it asks at its first start otherwise. */
  const chooseKey = (home: string): void => {
    mkdirSync(join(home, '.gemini'))
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
    writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
  }

  const patience = { timeout: 30_000 }
  const mostEnters = 20

  /** A session that has opened a browser. On a busy machine a dialog of the program's own may take the keys: then it is another try. */
  const openLogIn = async (user: ReturnType<typeof startUser>, line: string, tries = 3) => {
    const session = user.openSession('gemini')
    onTestFinished(session.end)
    await expect.poll(session.shown, patience).toContain('Type your message')
    // It takes what comes at once for pasted text, in which Enter is a new line. After the line it asks whether to continue.
    for (const [typed, character] of [...line].entries()) {
      session.type(character)
      await expect.poll(session.shown, patience).toContain(line.slice(0, typed + 1))
    }
    for (let enters = 0; enters < mostEnters && session.readOpened() === ''; enters++) {
      session.type('\r')
      await Bun.sleep(1000)
    }
    if (session.readOpened() !== '') return session
    if (tries === 1) throw new Error(`no browser was opened; the session shows:\n${session.shown().slice(-2000)}`)
    await session.end()
    return openLogIn(user, line, tries - 1)
  }

  testClient('is added and logs in as documented, in a session', async () => {
    const user = startUser({ GEMINI_API_KEY: 'of-the-model', GOOGLE_GEMINI_BASE_URL: startModel(googleContents).url })
    chooseKey(user.home)
    await user.run(documentedLine('gemini mcp add', 'gateway.example.com/mcp?tools=effects"', `${stage.url}/mcp`))
    expect(await user.run('gemini mcp list')).toMatch(/patchbay: .*Disconnected$/m)
    const session = await openLogIn(user, documentedLine('/mcp auth', 'patchbay', ''))
    await fetch(await consent(stage.url, session.readOpened(), tokenOf('acme')))
    await expect.poll(session.shown, patience).toContain("Successfully authenticated with MCP server 'patchbay'")
    await session.end()
    expect(await user.run('gemini mcp list')).toMatch(/patchbay: .*Connected$/m)
  })

  testClient('with a token as documented reads, and is told what failed', async () => {
    const model = startModel(googleContents)
    const user = startUser({ GEMINI_API_KEY: 'of-the-model', GOOGLE_GEMINI_BASE_URL: model.url })
    chooseKey(user.home)
    await user.run(documentedLine('gemini mcp add', '$PATCHBAY_TOKEN"', actionsOf(stage)))
    model.plays(
      { name: 'mcp_patchbay_hubspot_search', input: read },
      // It checks arguments by the tool's schema itself, so that a wrong one never leaves it.
      { name: 'mcp_patchbay_hubspot_get', input: { object_type: 'contacts', object_id: '404' } },
    )
    expect(await user.run('gemini -m gemini-2.5-flash --yolo -p "Who is Ada?"')).toContain('Finished.')
    const [contact, fault] = model.readResults()
    expect(contact).toContain('Ada')
    expect(fault).toContain('UPSTREAM_ERROR')
  })
})
