// Test lanes: slow

/** Every command of the pages, in reading order, by one reader with one gateway. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../server/configuration/configuration.ts'
import { leaveOut } from '../fetch-packages.ts'
import { commandBlocks, isPrinted } from './command-blocks.ts'
import { consoleRules, stopConsole } from './console-blocks/console-rules.ts'
import { runConsoleBlock } from './console-blocks/run-console-block.ts'
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
type Block = (typeof blocks)[number]
const isRunElsewhere = (block: Block): boolean =>
  runElsewhere[block.section]?.page === block.page || 'file' in (ruleOf(block) ?? {})
/** The pages that define the alias `patchbay`, and go on with it. */
const withAlias = ['docs/command-line.md', 'docs/commands.md']
const consoleBlocks = blocks.filter(({ language }) => language === 'console')
/** The rule of a `console` block; `undefined`: it has none, or is no such block. */
const ruleOf = (block: Block) => {
  const own = consoleBlocks.filter(({ page }) => page === block.page)
  return consoleRules[block.page]?.[own.indexOf(block)]
}
const startsGateway = (commands: string): boolean => commands.trimEnd().endsWith('bun start')

describe('the commands of the pages', () => {
  const reader = createReader({ isFresh: false })
  afterAll(async () => {
    await stopConsole()
    await reader.leave()
  })

  for (const block of blocks.filter((block) => !isRunElsewhere(block))) {
    const { page, line, language, commands, printed = '' } = block
    const hasAlias = withAlias.includes(page)
    test(`${page}:${line} ${language} does what the page says`, { timeout: 120_000 }, async (context) => {
      const rule = ruleOf(block)
      if (language === 'console') return runConsoleBlock(reader, block, rule, { hasAlias, leaveOut: leaveOut(context) })
      if (whileStopped.includes(commands.trim())) await reader.stopGateway()
      const result = startsGateway(commands)
        ? await reader.startGateway(commands, printed)
        : await reader.runCommands(commands, { hasAlias })
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

test('every `console` block has a rule, and no rule is left of a block that is gone', () => {
  const counted = pages.map((page) => [page, consoleBlocks.filter((block) => block.page === page).length] as const)
  const rules = Object.entries(consoleRules).map(([page, { length }]) => [page, length])
  expect(Object.fromEntries(counted.filter(([, count]) => count > 0))).toEqual(Object.fromEntries(rules))
})

test('`console` blocks that are run elsewhere have a test that reads their pages', () => {
  const files = consoleBlocks.flatMap((block) => {
    const rule = ruleOf(block)
    return rule && 'file' in rule ? [[rule.file, block.page] as const] : []
  })
  expect(files.filter(([file, page]) => !readPage(file).includes(page))).toEqual([])
})

test('a page that names a command of `patchbay` says how it is called, or links to the page that does', () => {
  const silent = pages.filter((page) => {
    const text = readPage(page)
    return /`patchbay [a-z-]/.test(text) && !/command-line\.md|npx bun run (?:--silent )?patchbay/.test(text)
  })
  expect(silent.filter((page) => !['docs/command-line.md', 'CHANGELOG.md'].includes(page))).toEqual([])
})
