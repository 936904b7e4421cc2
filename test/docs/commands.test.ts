// Test lanes: slow

/** Every command of the pages, in reading order, by one reader with one gateway. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { commandBlocks, hasConsoleBlock, isPrinted } from './command-blocks.ts'
import { pages, readPage, root } from './pages.ts'
import { createReader } from './reader.ts'

/** Sections whose commands need a gateway of their own, with the test that runs them. */
const runElsewhere: Readonly<Record<string, { readonly page: string; readonly file: string }>> = {
  'Try it': { page: 'README.md', file: 'test/e2e/process/demo.test.ts' },
  'Try a sign-in, pages and files': {
    page: 'docs/first-provider.md',
    file: 'test/packages/new-oauth-provider.test.ts',
  },
}

/** Before these commands the page tells the reader to stop the gateway. */
const whileStopped = ['cp -a data data-backup']

const blocks = pages.flatMap((page) => commandBlocks(readPage(page)).map((block) => ({ page, ...block })))
const isRunElsewhere = ({ page, section }: (typeof blocks)[number]): boolean => runElsewhere[section]?.page === page
const startsGateway = (commands: string): boolean => commands.trimEnd().endsWith('bun start')

describe('the commands of the pages', () => {
  const reader = createReader({ isFresh: false })
  afterAll(() => reader.leave())

  for (const { page, line, commands, printed = '' } of blocks.filter((block) => !isRunElsewhere(block))) {
    test(`${page}:${line} does what the page says`, { timeout: 120_000 }, async () => {
      if (whileStopped.includes(commands.trim())) await reader.stopGateway()
      const result = startsGateway(commands)
        ? await reader.startGateway(commands, printed)
        : await reader.runCommands(commands)
      const expected = startsGateway(commands) ? null : 0
      expect(result.exitCode, `${result.stdout}\n${result.stderr}`).toBe(expected)
      // Some commands say on stderr what became of their work; a terminal shows both.
      const shown = isPrinted(printed, result.stdout) || isPrinted(printed, result.stdout + result.stderr)
      expect(shown, `the page shows:\n${printed}\nprinted was:\n${result.stdout}\n${result.stderr}`).toBe(true)
    })
  }

  test('the key files of docs/deployment.md are ones that the server takes, in a folder that nobody else enters', () => {
    const variables = { ADMIN_API_KEY: 'admin-api-key', PATCHBAY_KEYS: 'patchbay-keys', METRICS_TOKEN: 'metrics-token' }
    const secrets = join(reader.folder, 'secrets')
    expect(readdirSync(secrets).toSorted()).toEqual(Object.values(variables).toSorted())
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    const files = Object.entries(variables).map(([name, file]) => [`${name}_FILE`, join(secrets, file)])
    const { configuration } = readConfiguration(Object.fromEntries(files), [])
    const { adminKeyHashes, vaultKeys, metricsToken } = configuration
    expect([adminKeyHashes?.length, vaultKeys, metricsToken]).toEqual([1, expect.any(String), expect.any(String)])
  })
})

test('the first commands of the reader start the gateway', () => {
  const [first] = blocks.filter((block) => !isRunElsewhere(block))
  expect(first?.page).toBe('README.md')
  expect(startsGateway(first?.commands ?? '')).toBe(true)
})

test('no block of commands hides behind an indentation or another language', () => {
  // The label of a tab stands behind the language.
  const languages = pages.flatMap((page) =>
    [...readPage(page).matchAll(/^```(\w+)(?: \[[^\]]+\])?$/gm)].map(([, name]) => name),
  )
  expect(new Set(languages)).toEqual(
    new Set(['sh', 'text', 'console', 'mermaid', 'ini', 'ts', 'tsx', 'html', 'json', 'diff', 'python']),
  )
  expect(pages.filter((page) => /^[ \t>]+```|^```(?:sh|console) /m.test(readPage(page)))).toEqual([])
})

test('no command needs a bun in PATH: npx has it', () => {
  const lines = pages.flatMap((page) =>
    [...readPage(page).matchAll(/^```(?:sh|console)\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
      block.split('\n').map((line) => `${page}: ${line}`),
    ),
  )
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => /: (?:\$ )?bun |(?:&&|;|\|) bun /.test(line))).toEqual([])
  const inText = pages
    .filter((page) => page.startsWith('docs/'))
    .flatMap((page) => [...readPage(page).matchAll(/`bun (?:run|test|start|pm|add|install|publish|\S+\.ts)\b[^`]*`/g)])
  expect(inText.map(([command]) => command)).toEqual([])
})

test('commands that are run elsewhere have a test that reads the page', () => {
  const sections = new Set(blocks.map(({ section }) => section))
  const tests = Object.entries(runElsewhere).flatMap(([section, test]) => (sections.has(section) ? [test] : []))
  expect(tests.filter(({ file, page }) => !existsSync(join(root, file)) || !readPage(file).includes(page))).toEqual([])
})

test('only these pages have commands that need more than this machine', () => {
  const withConsole = pages.filter((page) => hasConsoleBlock(readPage(page)))
  expect(withConsole).toEqual([
    'docs/getting-started.md',
    'docs/typed-clients.md',
    'docs/approvals.md',
    'docs/mcp-clients.md',
    'docs/production.md',
    'docs/deployment.md',
    'docs/command-line.md',
    'docs/moving-accounts.md',
    'docs/mongodb.md',
    'docs/upgrading-and-backup.md',
    'docs/provider-packages.md',
    'docs/mcp-servers.md',
    'docs/importing.md',
    'docs/known-vendors.md',
    'docs/speed.md',
    'docs/speed-beside.md',
    'docs/speed-strangers.md',
    'docs/memory.md',
    'docs/speed-steps.md',
    'docs/clients/claude-code.md',
    'docs/clients/codex.md',
    'docs/clients/gemini-cli.md',
  ])
})
