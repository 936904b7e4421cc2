/** The three pieces of code that README.md begins with, compiled and run as a reader would who pastes them into a module. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '../client.ts'
import { startStage } from '../e2e/stage.ts'
import { readPage, root } from './pages.ts'

const pieces = [...readPage('README.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

const program = `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const [gateway = '', adminKey = '', token = ''] = process.argv.slice(2)
${pieces.join('\n')}
console.log(JSON.stringify({ url, success, data, code, error, found: found.structuredContent }))
await agent.close()
`

/** A module within the repository, so that its packages are found. */
const writeProgram = (): string => {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(root, 'test-results/readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    skipLibCheck: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  writeFileSync(join(folder, 'main.ts'), program)
  return folder
}

const run = async (command: readonly string[]) => {
  const child = Bun.spawn([process.execPath, ...command], { stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout, stderr }
}

test('README.md’s code compiles, makes a link, lists contacts, and does so over MCP', { timeout: 60_000 }, async () => {
  expect(pieces).toHaveLength(3)
  const folder = writeProgram()
  const compiled = await run([join(root, 'node_modules/typescript-native/bin/tsc'), '-p', folder])
  expect(compiled).toMatchObject({ code: 0, stdout: '' })

  const stage = await startStage()
  onTestFinished(() => stage.stop())
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com' })
  const app = { client_id: 'our-client', client_secret: 'our-secret' }
  expect((await stage.admin('PUT', '/admin/apps/hubspot', app)).status).toBe(201)
  const { code, stdout, stderr } = await run([join(folder, 'main.ts'), stage.url, stage.adminKey, tokenOf('acme')])
  expect([code, stderr]).toEqual([0, ''])
  const contacts = { results: [{ properties: { email: 'ada@example.com' } }] }
  expect(JSON.parse(stdout)).toMatchObject({
    url: expect.stringContaining(`${stage.url}/connect/`),
    success: true,
    data: contacts,
    found: { success: true, data: contacts },
  })
})

test('README.md is short: under 700 words', () => {
  const text = readPage('README.md').replaceAll(/<a id="[^"]*"><\/a>/g, '')
  expect(text.trim().split(/\s+/).length).toBeLessThan(700)
})

const isText = (path: string) => /(?:^|\/|-)(?:texts|words)\.ts$/.test(path)
const consoleTexts = readdirSync(join(root, 'console'), { recursive: true, encoding: 'utf8' })
  .filter((path) => isText(path) && !path.startsWith('node_modules'))
  .map((path) => `console/${path}`)

test('the console’s texts are found', () => {
  expect(consoleTexts.length).toBeGreaterThan(15)
})

// They stopped strangers: the pages that need them explain them where they first stand.
test.each(['README.md', 'docs/getting-started.md', ...consoleTexts])('%s has no word that only we know', (page) => {
  const text = readPage(page)
  const shown = page.endsWith('.ts') ? [...text.matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([part]) => part).join('\n') : text
  const words = /\b(?:surfaces?|overlays?|healed|seeds?|linker(?! \(backend\))|known effects|doctor|needs? mending)\b/gi
  // A name that the code gives a value isn't shown.
  expect(shown.replaceAll(/\$\{\w+\}/g, '').match(words)).toBeNull()
})
