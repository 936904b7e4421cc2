// Test lanes: slow

/** The backend that docs/let-customers-connect.md quotes: compiled as its own folder says, and run by Node. */
import { expect, test } from 'vitest'
import { nextStep } from '../../examples/backend-typescript/next-step.ts'
import { compileExample } from './compile-example.ts'
import { startExample } from './start-example.ts'
import { goThroughProduct, startProduct } from './start-product.ts'

test('compiles without a type of the DOM, and takes a customer through everything', async () => {
  const folder = compileExample('backend-typescript')
  const product = await startProduct()
  const backend = await startExample(['node', 'server.js'], folder, product.env)
  try {
    await goThroughProduct(product)
    expect(backend.output().trim()).toBe('listening')
  } finally {
    await backend.stop()
    await product.stop()
  }
})

test.each([
  [
    { code: 'RATE_LIMITED', status: 429, retry_after: 7 },
    { do: 'wait', seconds: 7 },
  ],
  [
    { code: 'UNAVAILABLE', status: 503, retry_after: 1 },
    { do: 'wait', seconds: 1 },
  ],
  [
    { code: 'CONFLICT', status: 409, retry_after: 2 },
    { do: 'wait', seconds: 2 },
  ],
  [{ code: 'CONFLICT', status: 409 }, { do: 'look' }],
  [{ code: 'TIMEOUT', status: 504 }, { do: 'look' }],
  [{ code: 'UPSTREAM_ERROR', status: 502 }, { do: 'look' }],
  [{ code: 'UPSTREAM_ERROR', status: 401 }, { do: 'connect' }],
  [
    { code: 'TOKEN_EXPIRED', status: 401, connect_url: 'https://a' },
    { do: 'connect', url: 'https://a' },
  ],
  [{ code: 'TOKEN_MISSING', status: 404 }, { do: 'connect' }],
  [
    { code: 'UPSTREAM_ERROR', status: 404 },
    { do: 'report', error: 'UPSTREAM_ERROR: words' },
  ],
  [
    { code: 'VALIDATION_ERROR', status: 400 },
    { do: 'refuse', error: 'VALIDATION_ERROR: words' },
  ],
  [
    { code: 'UPSTREAM_ERROR', status: 429 },
    { do: 'wait', seconds: 30 },
  ],
])('the next step after %j is %j', (failure, step) => {
  expect(nextStep({ success: false, error: 'words', ...failure })).toEqual(step)
})
