import { expect, test } from 'vitest'
import { resultBytesFor } from './client-profiles.ts'

test.each([
  ['codex-mcp-client', 10_000],
  ['claude-code', 50_000],
  ['Visual Studio Code', 8000],
  ['Anthropic/ClaudeAI', 65_536],
  ['constructor', 65_536],
  ['', 65_536],
  [undefined, 65_536],
])('the client %s keeps results of %i bytes', (client, want) => {
  expect(resultBytesFor(client)).toBe(want)
})
