/** Code and models are told what comes back. */
import { actionSignature } from '@patchbay/core/schema'
import { expect, it } from 'vitest'
import { loadRegistry } from '../../server/registry.ts'

/** Some of their actions answer with whatever fields the caller's organization has, or with what a query selects. */
const open = ['microsoft-outlook', 'salesforce', 'shopify', 'zendesk']

it.each((await loadRegistry()).filter(({ provider: { id } }) => !open.includes(id)))(
  '$provider.id: each listed action has a type for its result',
  ({ provider: { id }, source }) => {
    const untold = (source.listed ?? source.names()).filter((name) => {
      const action = source.action(name)
      return action && actionSignature(id, name, action, { answerType: source.answerType?.(name) }).endsWith('<any>')
    })
    expect(untold, 'say it by `answers`').toEqual([])
  },
)
