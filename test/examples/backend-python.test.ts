// Test lanes: long

/** The backend with FastAPI. Its packages come from PyPI, and stay in the cache; where they can't be had, the test is left out and says why. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startExample } from './start-example.ts'
import { goThroughProduct, startProduct } from './start-product.ts'

const example = join(import.meta.dirname, '../../examples/backend-python')
const digest = Bun.hash(readFileSync(join(example, 'requirements.txt'))).toString(36)
const packages = join(import.meta.dirname, `../../node_modules/.cache/backend-python-${digest}`)

/** Why the packages are not there. */
const install = (): string | undefined => {
  mkdirSync(packages, { recursive: true })
  const how = ['--quiet', '--root-user-action=ignore', '--target', packages, '-r', join(example, 'requirements.txt')]
  const has = Bun.spawnSync(['python3', '-c', 'import fastapi, httpx, standardwebhooks, uvicorn'], {
    env: { ...process.env, PYTHONPATH: packages },
  })
  if (has.success) return undefined
  const { success, stderr } = Bun.spawnSync(['python3', '-m', 'pip', 'install', ...how])
  return success ? undefined : stderr.toString()
}

test('takes a customer through everything', async ({ skip }) => {
  const reason = install()
  if (reason !== undefined) {
    console.warn(`left out, as pip can't install requirements.txt: ${reason}`)
    skip(reason)
  }
  const product = await startProduct()
  const env = { ...product.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' }
  const command = ['python3', '-m', 'uvicorn', 'main:app', '--port', product.env.PORT, '--no-access-log']
  const backend = await startExample(command, example, env, 'Uvicorn running')
  try {
    await goThroughProduct(product)
    expect(backend.output()).not.toMatch(/ERROR|Traceback/)
  } finally {
    await backend.stop()
    await product.stop()
  }
})
