import { describe, expect, test } from 'vitest'
import type { Domain } from '../domain.ts'
import type { ActionWords } from '../source.ts'
import { type ActionFinder, createActionFinder } from './find-actions.ts'

type Words = readonly [name: string, description: string, ...synonyms: string[]]

const domainOf = (id: string, title: string, words: readonly Words[], listed?: readonly string[]) => {
  const actions = words.map(
    ([name, description, ...synonyms]): ActionWords => ({
      name,
      description,
      synonyms,
      parameters: [],
    }),
  )
  const kind = (name: string) => (/^(?:list|get|search)|_get$/.test(name) ? 'read' : 'write')
  return [id, { provider: { id, title }, source: { listed, kind, words: () => actions } } as unknown as Domain] as const
}

const find = createActionFinder(
  new Map([
    domainOf('tickets', 'Help desk', [
      ['list_tickets', 'List tickets, the newest first'],
      ['create_ticket', 'Open a ticket', 'complaint'],
      ['add_reply', 'Answer a ticket'],
      ['delete_ticket', 'Delete a ticket'],
    ]),
    domainOf('payments', 'Payments', [
      ['list_payments', 'List payments', 'transactions'],
      ['create_refund', 'Refund a payment', 'money back'],
      ['approve_return', 'Approve a return'],
      ['close_return', 'Close a return'],
    ]),
    domainOf(
      'files',
      'Files',
      [
        ['update_share', 'Change who has a file', 'share', 'grant', 'link'],
        ['update_share_settings', 'Update share settings of share links', 'share'],
        ['get_folder', 'Get folders'],
        ['get_link', 'Get the link of a file'],
        ['move_files', 'Move files'],
        ['create_link', 'Make a link for a file', 'copy'],
        ['restore_version_old', 'DEPRECATED: restore it'],
        ['restore_version_now', 'Restore it with all of its comments, and tell those who follow it'],
        ['folder_get', 'Get folders'],
        ['search', 'A list of what fits some words'],
        ['search_files', 'Search files', 'search'],
      ],
      ['update_share', 'folder_get'],
    ),
  ]),
)

const names = async (words: string, options: Partial<Parameters<ActionFinder>[1]> = {}): Promise<string[]> => {
  const actions = await find(words, { most: 5, admits: () => true, ...options })
  return actions.map(({ provider, action }) => `${provider}.${action}`)
}

describe('actions are found', () => {
  test.each([
    ['by their names', 'create refund', 'payments.create_refund'],
    ['by their descriptions', 'newest', 'tickets.list_tickets'],
    ['by their synonyms', 'a customer complaint', 'tickets.create_ticket'],
    ['by a verb that means another', 'remove the ticket', 'tickets.delete_ticket'],
    ['by a plural', 'replies', 'tickets.add_reply'],
    ['in spite of a typing error', 'refnd', 'payments.create_refund'],
    ['by their beginnings', 'transact', 'payments.list_payments'],
    ['by a name that others contain', 'files update_share', 'files.update_share'],
    ['by a name that is a common word', 'files search', 'files.search'],
    ['by what is curated before what is not', 'folder', 'files.folder_get'],
    ['by a verb in another form', 'deleting tickets', 'tickets.delete_ticket'],
    ['by the thing rather than by a verb that others share', 'delete the refund', 'payments.create_refund'],
    ['by what is to be used before what is deprecated', 'restore a version', 'files.restore_version_now'],
    ['by a verb that makes more often than it removes', 'take a ticket', 'tickets.create_ticket'],
    ['by a verb before a thing without a name', 'file something as a ticket', 'tickets.create_ticket'],
    ['with the name of the provider', 'help desk list', 'tickets.list_tickets'],
    ['by a Latin word among words of another script', '把refund发给客户', 'payments.create_refund'],
    ['by words in full width and with accents', 'ｒefûnd', 'payments.create_refund'],
    ['by a misspelt verb and thing', 'dleete the tikcet', 'tickets.delete_ticket'],
    ['by a borrowed word', 'make a reimbursement', 'payments.create_refund'],
    ['by jargon', 'list txns', 'payments.list_payments'],
    ['by a verb within the phrase', 'i want that you open one ticket', 'tickets.create_ticket'],
    ['with the provider in front', 'payments: create refund', 'payments.create_refund'],
    ['by a verb before a noun that is a verb elsewhere', 'close a payments return', 'payments.close_return'],
    ['by a link that is copied', 'copy the link of the file', 'files.get_link'],
    ['by the order that a list is wanted in', 'sort the files by their age', 'files.search_files'],
    ['by a look that is asked for as a gift', 'give me all the tickets', 'tickets.list_tickets'],
  ])('%s: %s', async (_, words, want) => {
    expect((await names(words))[0]).toBe(want)
  })

  test('as many as are asked for', async () => {
    expect(await names('ticket')).toHaveLength(4)
    expect(await names('ticket', { most: 2 })).toHaveLength(2)
  })

  test('of one provider only, if it is named', async () => {
    expect(await names('list', { provider: 'payments' })).toEqual(['payments.list_payments'])
  })

  test('only if the caller may use them', async () => {
    expect(await names('ticket', { admits: ({ action }) => action === 'add_reply' })).toEqual(['tickets.add_reply'])
  })

  test.each(['', '   ', 'the of and', '🙂', 'constructor isPrototypeOf'])('by no words: %j', async (words) => {
    expect(await names(words)).toEqual([])
  })

  test('by the beginning of a text that is too long', async () => {
    expect((await names(`refund ${'x'.repeat(100_000)}`))[0]).toBe('payments.create_refund')
  })
})

test.each([
  ['refund a payment', undefined],
  ['tickets', undefined],
  ['paint the ceiling of the house in the colour of a ticket', true],
  ['tickets.list_tickets', undefined],
  ['give a payments refund to everybody who shouted about the leaking taps in our yard', undefined],
])('what probably no action does is said to be weak: %s', async (words, isWeak) => {
  const [first] = await find(words, { most: 1, admits: () => true })
  expect(first?.isWeak).toBe(isWeak)
})

test('a large index is made a bit at a time, so that others get their turn', async () => {
  const words = Array.from({ length: 3000 }, (_, i) => [`get_thing_${i}`, `Get the thing ${i}`] as const)
  const large = createActionFinder(new Map([domainOf('large', 'Large', words)]))
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const both = await Promise.all(
    ['thing 7', 'thing 2999'].map((phrase) => large(phrase, { most: 1, admits: () => true })),
  )
  clearInterval(timer)
  expect(both.flat().map(({ action }) => action)).toEqual(['get_thing_7', 'get_thing_2999'])
  expect(turns).toBeGreaterThan(10)
})

test('the words of the actions are read once, however many searches there are', async () => {
  const [id, domain] = domainOf('tickets', 'Help desk', [['list_tickets', 'List tickets']])
  let reads = 0
  const words = () => {
    reads++
    return domain.source.words()
  }
  const once = createActionFinder(new Map([[id, { ...domain, source: { ...domain.source, words } }]]))
  await Promise.all(['tickets', 'list', 'help'].map((phrase) => once(phrase, { most: 1, admits: () => true })))
  await once('list tickets', { most: 1, admits: () => true })
  expect(reads).toBe(1)
})

test.each([
  ['a question prefers reads', 'which tickets are there?', 'tickets.list_tickets'],
  ['a question about how to do something does not', 'how do I open a ticket?', 'tickets.create_ticket'],
])('%s: %s', async (_, words, want) => {
  expect((await names(words))[0]).toBe(want)
})

/** Two help desks with the same actions, of which one says how people ask for them. */
const createSpokenFinder = (sentences: NonNullable<Domain['asked']>) => {
  const words: readonly Words[] = [
    ['list_tickets', 'List tickets'],
    ['update_ticket', 'Change a ticket'],
    ['merge_tickets', 'Merge tickets'],
  ]
  const [id, desk] = domainOf('desk', 'Desk', words)
  return createActionFinder(new Map([[id, { ...desk, asked: sentences }], domainOf('counter', 'Counter', words)]))
}

const spoken = createSpokenFinder(() => ({
  update_ticket: ['someone else should look after it', 'calm down an angry person', 'desk work'],
  merge_tickets: ['the same complaint came in twice'],
}))
const findFirst = async (words: string, isName?: true) =>
  (await spoken(words, { most: 1, admits: () => true, ...(isName && { isName }) }))[0]

test.each([
  ['by the words of a sentence that its name lacks', 'the customer is angry', 'desk.update_ticket'],
  ['by words of two sentences', 'someone angry', 'desk.update_ticket'],
  ['by the sentences of an action of the same name', 'an angry person at the counter', 'counter.update_ticket'],
])('an action is found %s: %s', async (_, words, want) => {
  const first = await findFirst(words)
  expect(`${first?.provider}.${first?.action}`).toBe(want)
})

test('what is near to a sentence isn’t doubted, and what has one of its words alone is', async () => {
  expect(await findFirst('the same complaint came twice')).toEqual({ provider: 'desk', action: 'merge_tickets' })
  expect((await findFirst('a person who repairs bicycles on a Sunday in the park'))?.isWeak).toBe(true)
})

test('the words of a name aren’t compared with sentences', async () => {
  expect(await findFirst('angry', true)).toBeUndefined()
  expect((await findFirst('merge', true))?.action).toBe('merge_tickets')
})

test('sentences are read at the first search, once', async () => {
  let reads = 0
  const counting = createSpokenFinder(() => {
    reads++
    return { list_tickets: ['what is waiting'] }
  })
  expect(reads).toBe(0)
  await counting('waiting', { most: 1, admits: () => true })
  await counting('waiting', { most: 1, admits: () => true })
  expect(reads).toBe(1)
})
