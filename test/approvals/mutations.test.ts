// Test lanes: both-stores, slow

import { afterAll, expect, it } from 'vitest'
import { mutations } from './mutate.ts'
import { startMutations } from './mutation-stage.ts'

/** Each twice where a store's round trips take their time. */
const cases = process.env.TEST_STORE === 'mongodb' ? 2 * mutations.length : 200

const stage = await startMutations()
afterAll(stage.stop)

it('whatever changes between the question and the yes: exactly what was stored is sent once, or nothing, with the reason', async () => {
  const faults: string[] = []
  for (let nth = 0; nth < cases; nth++) {
    const mutation = mutations[nth % mutations.length]
    if (!mutation) continue
    const fault = await stage.run(mutation)
    if (fault) faults.push(`${mutation.name}: ${fault}`)
  }
  expect(faults).toEqual([])
})
