import { expect, it } from 'vitest'
import plugin from './index.ts'

const account = { settings: {} }

/** `request` is pure: it returns the whole request without the credential. */
it('get_item asks for one item, its id as one step of the path', () => {
  const request = plugin.actions.get_item.request({ item_id: 'a/b' }, account)
  expect(request).toMatchObject({ method: 'GET', path: '/items/a%2Fb' })
})

it('create_item sends the name in its body', () => {
  const request = plugin.actions.create_item.request({ name: 'Lamp' }, account)
  expect(request).toMatchObject({ method: 'POST', path: '/items', body: { name: 'Lamp' } })
})
