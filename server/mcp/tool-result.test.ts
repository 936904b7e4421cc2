import { expect, it } from 'vitest'
import { createToolResults, toolResultText } from './tool-result.ts'

const answer = (data: string) => ({ envelope: JSON.stringify({ success: true, data }), isError: false })

it('a result holds the envelope as text and as data, and knows its bytes', () => {
  const results = createToolResults()
  for (const again of [false, true, true]) {
    for (const given of [answer('Ada'), answer('Ådå "quoted" €'), { ...answer('x'), isError: true }]) {
      const { text, bytes } = results(given, again)
      expect(text).toBe(toolResultText(given))
      expect(bytes).toBe(Buffer.byteLength(text))
      expect(JSON.parse(text)).toEqual({
        content: [{ type: 'text', text: given.envelope }],
        structuredContent: JSON.parse(given.envelope),
        ...(given.isError && { isError: true }),
      })
    }
  }
})
