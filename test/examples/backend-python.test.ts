// Test lanes: slow

/** The backend with FastAPI. Its packages come from PyPI, and stay in the cache; where they can't be had, the test is left out and says why. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fetchPythonPackages, leaveOut } from '../fetch-packages.ts'
import { startExample } from './start-example.ts'
import { goThroughProduct, startProduct } from './start-product.ts'

const example = join(import.meta.dirname, '../../examples/backend-python')

test('takes a customer through everything', async (context) => {
  const requirements = readFileSync(join(example, 'requirements.txt'), 'utf8')
  const packages = await fetchPythonPackages('backend-python', requirements, leaveOut(context))
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
