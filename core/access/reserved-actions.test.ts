import { expect, test } from 'vitest'
import { read, write } from '../provider/index.ts'
import { declaredSource } from '../schema/index.ts'
import { refuseActionNames, reservedActions } from './reserved-actions.ts'

const rest = { description: 'An example', params: {} }

test('a gateway refuses every action that is named as a right or a class, and says what to rename', () => {
  const actions = {
    ...Object.fromEntries(reservedActions.map((name) => [name, write('POST /', rest)])),
    list_items: read('GET /', rest),
  }
  const provider = { id: 'shop', title: 'Shop', actions }
  const checks = Object.fromEntries(Object.keys(actions).map((name) => [name, () => ({ body: () => true })]))
  const refused = refuseActionNames({ provider: provider as never, source: declaredSource(provider, checks) })
  expect(refused).toHaveLength(13)
  expect(refused).toContain(
    'shop: the name `sends` is a class of actions in access patterns: rename the action to a verb and a noun, like send_message',
  )
  const sound = { ...provider, actions: { list_items: actions.list_items } }
  const source = declaredSource(sound as never, { list_items: () => ({ body: () => true }) })
  expect(refuseActionNames({ provider: sound as never, source })).toEqual([])
})
