// Test lanes: slow

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answer, startScripted } from '../providers/scripted.ts'
import { bun, createProject } from './project.ts'

const colors = `import { optional, read, text } from '@patchbay/core/provider'

export const list_colors = read('GET /colors', {
  description: 'List colors',
  params: optional({ shade: text(20, 'Only colors of this shade') }),
})
`

test('a scaffolded provider with one more action is generated, started and called', { timeout: 120_000 }, async () => {
  const vendor = await startScripted(answer(200, { items: [{ id: '7' }] }))
  const project = await createProject()
  try {
    await bun(project.root, 'run', 'codegen', 'new', 'shelves')
    const folder = join(project.root, 'providers/shelves')
    writeFileSync(join(folder, 'colors.ts'), colors)
    const index = readFileSync(join(folder, 'index.ts'), 'utf8')
      .replace(`import * as items`, `import * as colors from './colors.ts'\nimport * as items`)
      .replace('api.example.com', 'api.shelves-host.com')
      .replace('{ ...items }', '{ ...items, ...colors }')
    writeFileSync(join(folder, 'index.ts'), index)
    await bun(project.root, 'install')

    const gateway = await project.start('shelves', vendor.origin)
    try {
      await gateway.seed('acme', { shelves: 'shelves-key' })
      expect(await gateway.call('acme', 'shelves', { action: 'list_colors', shade: 'red' })).toMatchObject({
        status: 200,
        body: { success: true, data: { items: [{ id: '7' }] } },
      })
      expect(vendor.requests).toMatchObject([
        { method: 'GET', url: '/colors?shade=red', headers: { authorization: 'Bearer shelves-key' } },
      ])
      expect(await gateway.call('acme', 'shelves', { action: 'list_colors', shdae: 'red' })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      })
    } finally {
      await gateway.stop()
    }
  } finally {
    project.remove()
    await vendor.stop()
  }
})
