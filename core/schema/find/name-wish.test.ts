import { describe, expect, test } from 'vitest'
import { isReadName, readNameWish } from './name-wish.ts'

test.each<[name: string, reads: boolean | undefined]>([
  ['get_email', true],
  ['list', true],
  ['contact_list', true],
  ['order_status', true],
  ['message_history', true],
  ['post_message', false],
  ['chat.postMessage', false],
  ['issue_refund', false],
  ['send_report', false],
  ['delete', false],
  ['support_email', undefined],
  ['user_by_email', undefined],
  ['comments', undefined],
  ['', undefined],
])('%s: reads %s', (name, reads) => {
  expect(isReadName(name)).toBe(reads)
})

describe('which actions may be suggested for a name', () => {
  test.each<[name: string, admitted: string[]]>([
    ['get_email', ['get_message', 'list_messages']],
    ['user_by_email', ['get_message', 'list_messages']],
    ['email', ['send_message', 'update_message']],
    ['craete_message', ['send_message', 'update_message']],
    ['complete_task', ['send_message', 'update_message']],
    ['retreive_task', ['get_message', 'list_messages']],
    ['remove_task', ['update_message', 'delete_message']],
  ])('%s', (name, admitted) => {
    const { admits } = readNameWish(name)
    const reads = ['get_message', 'list_messages'].filter((action) => admits(action, 'read'))
    const writes = ['send_message', 'update_message', 'delete_message'].filter((action) => admits(action, 'write'))
    expect([...reads, ...writes]).toEqual(admitted)
  })
})
