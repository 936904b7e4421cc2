import { expect, test } from 'vitest'
import { buildConsole } from './build.ts'

test('all scripts of the console are less than 330 KB when they are packed', async () => {
  const files = [...(await buildConsole(import.meta.dirname))]
  const packed = files.map(([name, bytes]) =>
    name.endsWith('.js') ? Bun.gzipSync(new Uint8Array(bytes), { level: 9 }).length : 0,
  )
  expect(packed.reduce((sum, size) => sum + size, 0)).toBeLessThan(330_000)
})
