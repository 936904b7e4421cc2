// Test lanes: slow

/** The official SDKs for Python and Go; those for TypeScript are in test/e2e/clients/mcp.test.ts. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../../client.ts'
import { type Stage, searchFor, startStage } from '../../e2e/stage.ts'
import { buildGoClient, installPythonSdk } from './install.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.ready('acme')
  stage.hubspot.seed('contacts', { email: 'ada@example.com', firstname: 'Ada' })
})
afterAll(() => stage.stop())

const [python, go] = await Promise.all([installPythonSdk(), buildGoClient()])

const sdks = [
  ['Python', python, ['python3', join(import.meta.dirname, 'python-sdk.py')], ['2026-07-28', '2025-11-25']],
  ['Go', go, [join(go.folder, 'client')], ['2026-07-28']],
] as const

for (const [language, { folder, missing }, program, revisions] of sdks) {
  const title = `the SDK for ${language} lists the tools, reads with one, and takes a wrong call as a result`
  test.skipIf(missing)(title, { meta: { missing }, timeout: 60_000 }, async () => {
    const calls = [
      { name: 'hubspot', arguments: searchFor('ada@example.com') },
      { name: 'hubspot', arguments: { action: 'search', object_type: 'contacts', filters: 'everything' } },
    ]
    const child = Bun.spawn([...program, `${stage.url}/mcp`, tokenOf('acme')], {
      env: { PATH: process.env.PATH, PYTHONPATH: folder },
      stdin: new Blob([JSON.stringify(calls)]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect(errors).toBe('')
    expect(JSON.parse(output)).toMatchObject(
      revisions.map((protocol) => ({
        protocol,
        tools: ['hubspot', 'stripe'],
        calls: [
          { isError: false, content: { success: true, data: { total: 1 } } },
          { isError: true, content: { code: 'VALIDATION_ERROR', status: 400 } },
        ],
      })),
    )
  })
}
