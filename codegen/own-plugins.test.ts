import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../test/gateway.ts'
import { loadOwnPlugins } from './own-plugins.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (
  name: string,
  index: string,
  manifest: object = { name, version: '1.2.3', exports: './index.ts' },
): void => {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, name, 'index.ts'), index)
}

const plugin = (
  id: string,
  more = '',
) => `import { apiKey, invalid, provider, read, text } from '@patchbay/core/provider'

export default provider({
  id: '${id}',
  title: 'Tides',
  origin: 'https://api.tides-host.com',
  auth: apiKey({ header: 'X-Api-Key' }),
  actions: {
    get_tide: read('GET /ports/{port}/tide', {
      description: 'Get the next high tide of a port',
      params: { port: text(100, 'Name of the port') },
      request: ({ port }) => {
        if (port === 'atlantis') throw invalid('/port', 'has sunk')
        return {}
      },
      ${more}
    }),
  },
})
`

describe("plugins of one's own in a folder", () => {
  it('are domains, whose calls are checked', async () => {
    write('tides', plugin('tides'))
    writeFileSync(join(folder, 'tides/asked.json'), '{"get_tide": ["when is the water high"]}')
    const [domain, ...others] = await loadOwnPlugins(folder, ['github'])
    expect(others).toEqual([])
    expect(domain?.asked?.()).toEqual({ get_tide: ['when is the water high'] })
    expect(domain).toMatchObject({ package: 'tides', version: '1.2.3', provider: { id: 'tides', title: 'Tides' } })
    const check = domain?.source.check('get_tide')
    expect(check?.body({ action: 'get_tide', port: 'dover' })).toBe(true)
    expect(check?.body({ action: 'get_tide', harbour: 'dover' })).toBe(false)
  })

  it('throw errors that the gateway knows', async () => {
    write('tides', plugin('tides'))
    const [domain] = await loadOwnPlugins(folder, [])
    const action = domain?.source.action('get_tide')
    expect(() => action?.request({ port: 'atlantis' }, { settings: {} })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }),
    )
  })

  it.each([
    ['of an included provider', plugin('github'), 'github is the id of an included provider'],
    ['that codegen would refuse', plugin('tides', "idempotent: true, description: ''"), 'tides.get_tide: '],
    ['without a provider', 'export default 1', 'has no provider as its default export'],
    ['that imports what is not there', "import './nothing.ts'", "can't be loaded: "],
  ])('%s stop the start, and are named', async (_, index, message) => {
    write('wrong', index)
    await expect(loadOwnPlugins(folder, ['github'])).rejects.toThrow(message)
    await expect(loadOwnPlugins(folder, ['github'])).rejects.toThrow(join(folder, 'wrong'))
  })

  it('without a name and a version are refused', async () => {
    write('tides', plugin('tides'), { exports: './index.ts' })
    await expect(loadOwnPlugins(folder, [])).rejects.toThrow('needs a "name" and a "version"')
  })
})
