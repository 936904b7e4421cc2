import { expect, it } from 'vitest'
import { encoded, readable } from './file-text.ts'
import answers from './fixtures/answers.json' with { type: 'json' }

it('a file is answered with its text', () => {
  expect(readable(answers.file)).toEqual({ ...answers.file, content: 'Hello, World!\n', encoding: 'utf-8' })
})

it.each(['', 'Grüße\r\n', '\uFEFFwith a mark', '\u0000'])('the text %j comes back as it was written', (text) => {
  expect(readable({ content: encoded(text), encoding: 'base64' })).toEqual({ content: text, encoding: 'utf-8' })
})

it.each([
  ['a folder', answers.folder],
  ['bytes that are not UTF-8', { content: '/9j/4AAQ', encoding: 'base64' }],
  ['a file that is too large to have its content', { content: '', encoding: 'none' }],
  ['a submodule', { type: 'submodule', path: 'a' }],
])('%s is answered as it came', (_what, body) => {
  expect(readable(body)).toBe(body)
})
