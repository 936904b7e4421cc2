import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answer, startScripted } from '../providers/scripted.ts'
import { bun, createProject } from './project.ts'

const listItems = `import { action, path, read, Type } from '@patchbay/core/provider'

export const listItems = action({
  description: 'List items',
  effect: read(),
  params: { color: Type.Optional(Type.String({ description: 'Only items of this color' })) },
  call: ({ color }) => ({ method: 'GET', path: path\`/items\`, query: { color } }),
})
`

test('a scaffolded provider with one more action is generated, started and called', { timeout: 120_000 }, async () => {
  const vendor = await startScripted(answer(200, { items: [{ id: '7' }] }))
  const project = await createProject()
  try {
    await bun(project.root, 'run', 'codegen', 'new', 'shelves')
    const folder = join(project.root, 'providers/shelves')
    writeFileSync(join(folder, 'actions/list-items.ts'), listItems)
    const index = readFileSync(join(folder, 'index.ts'), 'utf8')
      .replace(`import { getItem }`, `import { listItems } from './actions/list-items.ts'\nimport { getItem }`)
      .replace('{ get: getItem }', '{ get: getItem, list: listItems }')
    writeFileSync(join(folder, 'index.ts'), index)
    await bun(project.root, 'install')
    await bun(project.root, 'run', 'codegen')

    const gateway = await project.start('shelves', vendor.origin)
    try {
      await gateway.seed('acme', { shelves: 'shelves-key' })
      expect(await gateway.call('acme', 'shelves', { action: 'list', color: 'red' })).toMatchObject({
        status: 200,
        body: { success: true, data: { items: [{ id: '7' }] } },
      })
      expect(vendor.requests).toMatchObject([
        { method: 'GET', url: '/items?color=red', headers: { authorization: 'Bearer shelves-key' } },
      ])
      expect(await gateway.call('acme', 'shelves', { action: 'list', colour: 'red' })).toMatchObject({
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
