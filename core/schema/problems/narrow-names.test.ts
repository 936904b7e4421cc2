import { expect, test } from 'vitest'
import { actionProblems } from './action-problems.ts'
import { narrowNames } from './narrow-names.ts'

const words = (text: string): readonly string[] => text.split(' ')
const verbs = words(
  'get list create update delete send search find add remove archive copy move post put set start stop',
)
const things = words(
  'invoice customer message channel file folder issue comment user group team label branch release deal',
)
const names = verbs.flatMap((verb) =>
  things.flatMap((thing) => things.slice(0, 12).map((other) => `${verb}_${thing}_${other}`)),
)

test.each([
  ['a letter too few', 'create_invoce_customer', 'create_invoice_customer'],
  ['two letters that changed places', 'serach_message_channel', 'search_message_channel'],
  ['camel case', 'archiveFolderFile', 'archive_folder_file'],
  ['a prefix', 'crm_update_team_label', 'update_team_label'],
])('of thousands of names the one that was meant is told, with %s', (_what, action, meant) => {
  expect(names.length).toBeGreaterThan(3000)
  expect(actionProblems(names, { action })[0]?.message).toContain(`did you mean \`${meant}\``)
})

test('a name of many verbs is compared with few', () => {
  expect(narrowNames('create_update_delete_send_search_find', names).length).toBeLessThanOrEqual(500)
  expect(narrowNames('x', names.slice(0, 400))).toHaveLength(400)
})
