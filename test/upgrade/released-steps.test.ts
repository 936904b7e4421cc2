import { expect, test } from 'vitest'
import released from './released-steps.json' with { type: 'json' }
import { digestSteps, findChangedSteps, stepsOfThisVersion } from './released-steps.ts'

test('the released steps are as they were', () => {
  expect(findChangedSteps(released)).toEqual([])
})

test('a released step that was changed, removed or moved is refused with what to do, and a new one is not', () => {
  const { configuration, audit } = stepsOfThisVersion
  const known = digestSteps({ configuration: configuration.slice(0, 3), audit: audit.slice(0, 2) })
  const [first = '', second = '', third = ''] = configuration
  const check = (steps: readonly string[]) => findChangedSteps(known, { configuration: steps, audit })
  expect(check([first, second, third, 'CREATE TABLE new_one (id TEXT)'])).toEqual([])
  expect(check([first, `${second} `, third])).toEqual([
    'server/store/sqlite/engine/schema/configuration-steps.ts: step 2 was changed, and stores of released versions have run it. ' +
      'Put it back as it was (git log -p shows it), and add a new step at the end for what should be different',
  ])
  expect(check([first, second])).toEqual([expect.stringContaining('step 3 is missing')])
  expect(check([first, third, second])).toHaveLength(2)
})
