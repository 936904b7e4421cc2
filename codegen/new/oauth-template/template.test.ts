import { expect, it } from 'vitest'
import plugin from './index.ts'

const account = { settings: {} }

/** `request` is pure: it returns the whole request without the credential. */
it('get_item asks for one item, its id as one step of the path', () => {
  const request = plugin.actions.get_item.request({ item_id: 'a/b' }, account)
  expect(request).toMatchObject({ method: 'GET', path: '/items/a%2Fb' })
})

it('list_files asks for the files of one item', () => {
  const request = plugin.actions.list_files.request({ item_id: 'item-1' }, account)
  expect(request).toMatchObject({ method: 'GET', path: '/items/item-1/files' })
})
