import { describe, expect, test } from 'vitest'
import { apiKey, documentRead, imported, Type, text, write } from './index.ts'

interface Document {
  readonly get_items: 'state' | 'tags'
  readonly get_me: never
  readonly create_item: 'data'
}

const facts = { id: 'x', title: 'X', origin: 'https://x.example', auth: apiKey({ header: 'X-Key' }) }
const overlay = imported<Document>()
const shows = (data: unknown) => data !== undefined
const make = { description: 'Make an item', params: { name: text(10, 'A name') } }

describe('an overlay', () => {
  test('takes actions of its document, and keeps those by hand apart', () => {
    const { actions, overlay: curated } = overlay({
      ...facts,
      probe: { action: 'get_me', params: {} },
      actions: {
        list: { from: 'get_items', keep: ['state'], rename: { labels: 'tags' }, fill: { state: 'open' } },
        create_item: {
          from: 'create_item',
          wrap: 'data',
          keep: ['anything'],
          shape: (body) => Object(body).data,
          result: Type.Object({}),
        },
      },
      hide: ['get_me'],
    })
    expect(actions).toEqual({})
    expect(Object.keys(curated.actions)).toEqual(['list', 'create_item'])
    expect(curated.hide).toEqual(['get_me'])
  })

  test('looks after writes by reads of its document', () => {
    const confirm = {
      read: 'get_items',
      params: { state: ({ state }: Readonly<Record<string, unknown>>) => state, tags: 'x' },
      shows,
    } as const
    const { overlay: curated } = overlay({ ...facts, actions: { add: { from: 'create_item', wrap: 'data', confirm } } })
    expect(curated.actions.add?.confirm).toBe(confirm)
    const { confirm: ofHand } = write('POST /items', {
      ...make,
      confirm: { read: documentRead<Document>()('get_items'), params: { state: ({ name }) => name }, shows },
    })
    expect(ofHand?.read).toBe('get_items')
  })

  test('doesn’t type-check where it names what the document doesn’t have', () => {
    const wrong = [
      // @ts-expect-error: the operation vanished
      () => overlay({ ...facts, actions: { list: { from: 'gone' } } }),
      // @ts-expect-error: no `from`
      () => overlay({ ...facts, actions: { get_items: {} } }),
      // @ts-expect-error: no such parameter
      () => overlay({ ...facts, actions: { list: { from: 'get_items', keep: ['stat'] } } }),
      // @ts-expect-error: no such parameter
      () => overlay({ ...facts, actions: { list: { from: 'get_items', rename: { a: 'stat' } } } }),
      // @ts-expect-error: no such parameter
      () => overlay({ ...facts, actions: { list: { from: 'get_items', fill: { stat: 1 } } } }),
      // @ts-expect-error: no such parameter
      () => overlay({ ...facts, actions: { create: { from: 'create_item', wrap: 'dat' } } }),
      // @ts-expect-error: no such member
      () => overlay({ ...facts, actions: { list: { from: 'get_items', colour: 'red' } } }),
      // @ts-expect-error: no such action
      () => overlay({ ...facts, actions: {}, hide: ['gone'] }),
      () =>
        // @ts-expect-error: no such read
        overlay({ ...facts, actions: { add: { from: 'create_item', confirm: { read: 'gone', params: {}, shows } } } }),
      () =>
        overlay({
          ...facts,
          // @ts-expect-error: no such parameter of the read
          actions: { add: { from: 'create_item', confirm: { read: 'get_items', params: { stat: 'x' }, shows } } },
        }),
      () =>
        overlay({
          ...facts,
          // @ts-expect-error: nothing that tells
          actions: { add: { from: 'create_item', confirm: { read: 'get_items', params: { state: 'x' } } } },
        }),
      () =>
        write('POST /', {
          ...make,
          // @ts-expect-error: no such parameter of the read
          confirm: { read: documentRead<Document>()('get_items'), params: { stat: 1 }, shows },
        }),
      // @ts-expect-error: no such read
      () => write('POST /', { ...make, confirm: { read: documentRead<Document>()('gone'), params: {}, shows } }),
    ]
    // Codegen refuses at run time what types refuse here.
    for (const define of wrong) expect(define).not.toThrow()
  })
})
