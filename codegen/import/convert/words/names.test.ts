import { expect, test } from 'vitest'
import { createLeftOutList } from '../../read/left-out.ts'
import { operationsIn, readOperations } from '../../read/operations.ts'
import { documentOf } from '../../testing/slice-of.ts'
import { nameOperations } from './names.ts'

const longest = 56

const namesIn = (
  operations: readonly (readonly [route: string, id?: string | undefined])[],
  pinned = new Map<string, string>(),
) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [route, operationId] of operations) {
    const [method = '', path = ''] = route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId } }
  }
  return nameOperations(readOperations(documentOf(paths), createLeftOutList()), pinned, longest)
}

test.each([
  ['GET /tasks', 'getTasks', 'list_tasks'],
  ['GET /repos', 'issues/list-for-repo', 'list_issues_for_repo'],
  ['GET /repos', 'repos/get', 'get_repo'],
  ['GET /repos', 'gists/list-comments', 'list_gist_comments'],
  ['POST /chat', 'chat_postMessage', 'post_chat_message'],
  ['GET /c', 'conversations_list', 'list_conversations'],
  ['GET /events', 'events.list', 'list_events'],
  ['GET /info', 'SystemInfo', 'get_system_info'],
  ['GET /v1/courses', 'list_courses_v1_courses_get', 'list_courses'],
  ['GET /v1/customers/{customer}', 'GetCustomersCustomer', 'get_customer'],
  ['GET /v1/customers', 'GetCustomers', 'list_customers'],
  ['POST /v1/customers', 'PostCustomers', 'create_customer'],
  ['POST /v1/customers/{customer}', 'PostCustomersCustomer', 'update_customer'],
  ['POST /v1/charges/{charge}/capture', undefined, 'capture_charge'],
  ['GET /2/tweets/{id}', undefined, 'get_tweet'],
  ['GET /api/2024-01/products/{id}', undefined, 'get_product'],
  ['GET /2fa/devices', undefined, 'list_2fa_devices'],
  ['DELETE /users/{id}/keys/{key}', undefined, 'delete_user_key'],
  ['GET /', undefined, 'get'],
  ['GET /3d/models', undefined, 'list_3d_models'],
  ['POST /search', 'find', 'search'],
  ['GET /ünïcode', 'getÜnïcode', 'get_unicode'],
  ['GET /x', 'constructor', 'get_constructor'],
  ['GET /tasks/{id}', '5f8d0d55b54764421b7156c5', 'get_task'],
  ['POST /tasks', '59833787-2cf9-4fdf-8782-e53db20768a5', 'create_task'],
  ['GET /v1/filters/{id}', 'filterV1Get', 'get_filter'],
  ['POST /orders/v3/{id}/close', 'CloseIncidentV3', 'close_incident'],
  ['GET /image/{id}', 'resolveImageUsingGET', 'resolve_image'],
  ['GET /image/{id}', 'resolveImageUsingGET_1', 'resolve_image'],
  ['GET /addons/{key}', 'AddonPropertiesResource.getAddonProperty_get', 'get_addon_property'],
  ['POST /api/v1/rooms.create', 'post-api-v1-rooms.create', 'create_room'],
  ['GET /api/v1/users.getAvatarSuggestion', 'get-api-v1-users.getAvatarSuggestion', 'get_user_avatar_suggestion'],
  ['POST /crm/v3/objects/{type}/search', 'post-/crm/v3/objects/{type}/search_doSearch', 'search_crm_object'],
  ['POST /filtering/add_url', 'filteringAddURL', 'add_filtering_url'],
  ['PUT /safesearch/settings', 'safesearchSettings', 'update_safesearch_setting'],
  ['POST /conversations/redact', 'redactConversation', 'redact_conversation'],
  ['GET /projects/{id}/memberships', 'getProjectMembershipsForProject', 'get_memberships_for_project'],
  ['GET /reports/daily', 'reportDaily', 'get_report_daily'],
  ['GET /v1/insight/income/no-tag', 'insightIncomeNoTag', 'get_insight_income_no_tag'],
  ['DELETE /segments/{id}', 'deletes_a_single_segment', 'delete_a_single_segment'],
  ['POST /collections.info', 'collectionsInfo', 'get_collection_info'],
  ['PATCH /labels/{id}', 'labels.patch', 'update_label'],
  ['POST /meetings/{id}/end-all', 'Meetings_EndAll', 'end_meeting_all'],
  ['DELETE /blocks/{id}', 'Deleteablock', 'delete_block'],
  ['POST /reporting/report_runs', undefined, 'create_reporting_report_run'],
  ['POST /subscriptions/cancel/{id}', undefined, 'cancel_subscription'],
  ['PUT /settings/non-separator-tokens', 'putnonSeparatorTokens', 'update_setting_non_separator_token'],
  ['GET /settings/facet-search', 'getfacetSearch', 'get_setting_facet_search'],
  ['DELETE /settings/typo-tolerance', 'deletetypoTolerance', 'delete_setting_typo_tolerance'],
  ['GET /postings', 'getaway', 'list_postings'],
  ['POST /search', 'search_with_post', 'search'],
  ['POST /multi-search', 'multi_search_with_post', 'search_multi'],
  ['POST /agents/create', 'create_agent_route', 'create_agent'],
  ['POST /routes', 'create_agent_route', 'create_agent_route'],
  ['DELETE /chapters/{id}', 'delete_chapter_endpoint', 'delete_chapter'],
  ['POST /api/build/{id}/cancel/', 'build_cancel_create', 'cancel_build'],
  ['POST /api/build/', 'build_create', 'create_build'],
  ['POST /api/stock/test/', 'stock_test_create', 'create_stock_test'],
  ['POST /api/part/category/', 'part_category_create', 'create_part_category'],
  ['GET /api/build/{id}/', 'build_retrieve', 'retrieve_build'],
  ['GET /watch/list', 'watch_list', 'watch_list'],
  ['PUT /api/tag/{id}/', 'tag_update', 'update_tag'],
  ['PUT /odata/TestSets({key})', 'TestSets_PutById', 'update_test_set_by_id'],
  ['POST /odata/ProcessSchedules/Validate', 'ProcessSchedules_ValidateProcessSchedule', 'validate_process_schedule'],
  ['POST /posts/{id}/share', 'share_post', 'share_post'],
  ['HEAD /projects', 'headProject', 'check_project'],
  ['GET /repos/{owner}/{repo}/tags', 'repoListTags', 'list_repo_tags'],
  ['GET /users/{id}/wish-list', 'userListItems', 'get_user_list_items'],
  ['GET /notifications', 'notifyGetList', 'get_notify_list'],
  ['DELETE /extensions/registry/uninstall/{id}', 'uninstallRegistryExtension', 'uninstall_registry_extension'],
])('the name of %s with the id %s is %s', (route, id, name) => {
  expect([...namesIn([[route, id]]).values()]).toEqual([name])
})

test('what all paths begin with says nothing, unless it is a thing with things of its own', () => {
  const things = ['tags', 'users', 'votes', 'badges', 'ranks', 'roles', 'themes', 'reports', 'plugins']
  const namesBelow = (start: string, ...others: string[]) =>
    [...namesIn([...others, ...things].map((thing) => [`GET /${start}/${thing}`] as const)).values()].slice(0, 2)
  expect(namesBelow('answer/api/v1', 'login')).toEqual(['login', 'list_tags'])
  expect(namesBelow('accounts', '{id}/keys')).toEqual(['list_account_keys', 'list_account_tags'])
})

test('a name is at most as long as its tool allows, and keeps the words at its ends', () => {
  const id = 'setGithubActionsDefaultWorkflowPermissionsOfTheWholeOrganizationAtOnce'
  const [name = ''] = namesIn([['PUT /x', id]]).values()
  expect(name.length).toBeLessThanOrEqual(longest)
  expect(name).toMatch(/^set_github_.*_at_once$/)
})

test('operations that would have one name have names of their paths', () => {
  const names = namesIn([
    ['GET /a/items', 'getItems'],
    ['GET /b/items', 'get_items'],
  ])
  expect([...names.values()]).toEqual(['list_a_items', 'list_b_items'])
})

test('versions and parameters tell operations apart only where nothing else does', () => {
  const names = namesIn([
    ['GET /v1/filters/{id}', 'filterV1Get'],
    ['GET /v2/filters/{id}', 'filterV2Get'],
    ['GET /v3/language', undefined],
    ['GET /v3/language/{id}', undefined],
    ['PUT /labels/{id}', 'labels.update'],
    ['PATCH /labels/{id}', 'labels.patch'],
  ])
  expect([...names.values()].toSorted()).toEqual([
    'get_filter_v1',
    'get_filter_v2',
    'get_language',
    'get_language_by_id',
    'patch_label',
    'update_label',
  ])
})

test('a name comes of its operation alone: the others may come and go', () => {
  const all = [
    ['GET /tasks', 'tasks/list'],
    ['POST /tasks', 'tasks/create'],
    ['GET /tasks/{id}', undefined],
  ] as const
  const together = namesIn(all)
  for (const one of all) expect(namesIn([one]).get(one[0])).toBe(together.get(one[0]))
})

test('a pinned name is kept, and another operation with the same candidate gives way', () => {
  const names = namesIn(
    [
      ['GET /new', 'listTasks'],
      ['GET /tasks', 'tasks.list'],
    ],
    new Map([['GET /tasks', 'list_tasks']]),
  )
  expect(Object.fromEntries(names)).toEqual({ 'GET /new': 'get_new', 'GET /tasks': 'list_tasks' })
})

test('a thousand operations with one id have a thousand names', () => {
  const names = namesIn(
    Array.from({ length: 1000 }, (_, index) => [`GET /${'x'.repeat(80)}/{p${index}}`, 'same'] as const),
  )
  expect(new Set(names.values()).size).toBe(1000)
  for (const name of names.values()) expect(name).toMatch(/^[a-z][a-z0-9_]{0,55}$/)
})

test('operations of a path that stands elsewhere are counted as well', () => {
  const item = { get: { operationId: 'a' }, post: { operationId: 'b' } }
  const root = documentOf({ '/a': { $ref: '#/components/pathItems/a' } }, { components: { pathItems: { a: item } } })
  expect([operationsIn(root), readOperations(root, createLeftOutList()).length]).toEqual([2, 2])
})

test.each([
  ['/messages/info', 'Get information about a sent message', 'get_message_info'],
  ['/documents.memberships', 'List the memberships of a document', 'list_documents_memberships'],
  ['/messages/info', 'Stores information about a message', 'create_message_info'],
  ['/tokens', 'Returned tokens are sent', 'create_token'],
])('of a POST without a verb, the summary says whether it reads: %s (%s)', (path, summary, name) => {
  const operations = readOperations(documentOf({ [path]: { post: { summary } } }), createLeftOutList())
  expect([...nameOperations(operations, new Map(), longest).values()]).toEqual([name])
})
