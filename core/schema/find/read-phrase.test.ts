import { expect, test } from 'vitest'
import { readPhrase } from './read-phrase.ts'
import { splitWords } from './words/words.ts'

test.each<[phrase: string, standing: string[]]>([
  ['fix the text of our page', ['text', 'page']],
  ['add a note to the page', ['page']],
  ['add a note to a page', []],
  ['write the report', []],
  ['create an invoice for this customer', ['customer']],
  ['cut a new release', []],
  ['answer a ticket', ['ticket']],
  ['which tickets are there', []],
])('a request speaks of things as there, so no action that creates them does it: %s', (phrase, standing) => {
  expect([...readPhrase(phrase).standing]).toEqual(standing)
})

test.each<[phrase: string, verb: string, isSame: boolean]>([
  ['reassign the ticket', 'assign', true],
  ['resend the invoice', 'send', true],
  ['remove the ticket', 'mov', false],
  ['review the change', 'view', false],
  ['recall the message', 'call', false],
])('%s: the same as %s, done again: %s', (phrase, verb, isSame) => {
  expect(readPhrase(phrase).sameVerbs.includes(verb)).toBe(isSame)
})

test.each<[phrase: string, kind: 'read' | 'write' | undefined, isSure: boolean]>([
  ['which invoice is open', 'read', true],
  ['invoice of acme', undefined, false],
  ['kaboom the invoice', 'write', true],
  ['acme invoice from march', undefined, false],
])('a phrase that begins with no known verb is no question: %s', (phrase, kind, isSure) => {
  expect(readPhrase(phrase)).toMatchObject({ kind, isSure })
})

test.each([
  ['用slack发消息', ['用', 'slack', '发消息']],
  ['gmail里的3封邮件', ['gmail', '里的', '3', '封邮件']],
])('letters of other scripts stand apart from Latin words: %s', (phrase, words) => {
  expect(splitWords(phrase)).toEqual(words)
})
