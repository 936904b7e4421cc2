/** `npx patchbay-gateway`: the script that hands over to Bun, with another program in the gateway's place. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../gateway.ts'

const root = join(import.meta.dirname, '../..')
const folder = temporaryFolder()
const program = `
const [, , signal] = process.argv
if (signal) process.on(signal, () => { console.log('stopping'); process.exit(7) })
setTimeout(() => process.exit(99), 20_000)
console.log('ready')
`
beforeAll(() => {
  for (const path of ['bin', 'server/generated/bundle', 'node_modules'])
    mkdirSync(join(folder, path), { recursive: true })
  cpSync(join(root, '.ci/release/gateway/start.mjs'), join(folder, 'bin/start.mjs'))
  symlinkSync(join(root, 'node_modules/bun'), join(folder, 'node_modules/bun'))
  writeFileSync(join(folder, 'package.json'), '{"name": "patchbay-gateway"}')
  writeFileSync(join(folder, 'server/generated/bundle/main.js'), program)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Signals the first process once the program is ready, and waits until none of them has the output open. */
const stop = async (signal: NodeJS.Signals, words: string[], env: Readonly<Record<string, string>> = {}) => {
  const child = Bun.spawn(words, { stdout: 'pipe', env: { ...process.env, ...env } })
  let output = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    output += decoder.decode(chunk, { stream: true })
    if (output === 'ready\n') child.kill(signal)
  }
  return { code: await child.exited, output }
}

const stopBy = (signal: NodeJS.Signals, ...handled: string[]) =>
  stop(signal, ['node', join(folder, 'bin/start.mjs'), ...handled])

describe('a signal to the script alone', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('stops the program: %s', async (signal) => {
    expect(await stopBy(signal, signal)).toEqual({ code: 7, output: 'ready\nstopping\n' })
  })

  test('that the program does not handle ends both, with the code of a shell', async () => {
    expect(await stopBy('SIGTERM')).toEqual({ code: 143, output: 'ready\n' })
  })

  test('that ends the shell of npx and not the script stops the program', async () => {
    const shell = ['sh', '-c', `node ${join(folder, 'bin/start.mjs')} SIGTERM; true`]
    expect((await stop('SIGTERM', shell, { npm_command: 'exec' })).output).toBe('ready\nstopping\n')
  })
})
