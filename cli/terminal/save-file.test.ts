import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/gateway.ts'

test('a file gets no name when the disk takes only a part of it', async () => {
  const path = join(temporaryFolder(), 'export.ndjson')
  const script = `
    import { saveStream } from ${JSON.stringify(join(import.meta.dirname, 'save-file.ts'))}
    await saveStream(new Blob(['x'.repeat(5000)]).stream(), ${JSON.stringify(path)}, { progress() {} })`
  const limited = Bun.spawn(['sh', '-c', 'ulimit -f 4; exec "$0" -e "$1"', process.execPath, script], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  expect([(await limited.exited) === 0, existsSync(path)]).toEqual([false, false])
})
