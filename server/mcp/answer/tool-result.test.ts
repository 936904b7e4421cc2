import type { Change } from '@patchbay/core/store'
import { expect, it } from 'vitest'
import { createToolResults, toolResultText } from './tool-result.ts'

const answer = (data: string) => ({ envelope: JSON.stringify({ success: true, data }), isError: false })

const createResults = () => {
  const listeners: ((change: Change) => void)[] = []
  const results = createToolResults({
    listen(listener) {
      listeners.push(listener)
      return () => {}
    },
  })
  return {
    results,
    announce(change: Change) {
      for (const listener of listeners) listener(change)
    },
  }
}

it('a result holds the envelope as text and as data, and knows its bytes', () => {
  const { results } = createResults()
  for (const again of [false, true, true]) {
    for (const toolAnswer of [answer('Ada'), answer('Ådå "quoted" €'), { ...answer('x'), isError: true }]) {
      const { open, bytes } = results(toolAnswer, false, again)
      const text = `${open}}`
      expect(text).toBe(toolResultText(toolAnswer, false))
      expect(bytes).toBe(Buffer.byteLength(open))
      expect(JSON.parse(text)).toEqual({
        content: [{ type: 'text', text: toolAnswer.envelope }],
        structuredContent: JSON.parse(toolAnswer.envelope),
        ...(toolAnswer.isError && { isError: true }),
      })
    }
  }
})

it('a result that is kept goes when a tenant may have been removed', () => {
  const { results, announce } = createResults()
  const toolAnswer = answer('Ada')
  for (const change of [{ kind: 'tenant', tenant: 'acme' }, { kind: 'everything' }] satisfies Change[]) {
    const cached = results(toolAnswer, false, true)
    expect(results(toolAnswer, false, true)).toBe(cached)
    announce(change)
    expect(results(toolAnswer, false, true)).not.toBe(cached)
  }
})
