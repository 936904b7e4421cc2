import { choice, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { anyId, record_id, rows } from './parameters.ts'

const dashboard_id = anyId('Id of the dashboard: list_dashboards has it')

/** https://developer.salesforce.com/docs/analytics/salesforce-analytics-rest-api/guide/analytics-api-dashboard-list-resource.html */
export const list_dashboards = read('GET /services/data/v62.0/analytics/dashboards', {
  description: 'List the dashboards that the user viewed last',
  synonyms: ['analytics', 'charts', 'overview', 'KPIs'],
  ttl: '1m',
  params: {},
  result: Type.Array(Type.Unknown()),
})

/** https://developer.salesforce.com/docs/analytics/salesforce-analytics-rest-api/guide/analytics-api-dashboard-results-resource.html */
export const get_dashboard = read('GET /services/data/v62.0/analytics/dashboards/{dashboard_id}', {
  description: 'Get a dashboard with the numbers of its parts, as of its last refresh',
  synonyms: ['analytics', 'charts', 'results', 'KPIs'],
  params: { dashboard_id },
  result: Type.Object({ dashboardMetadata: Type.Object({}) }),
})

/** https://developer.salesforce.com/docs/analytics/salesforce-analytics-rest-api/guide/analytics-api-dashboard-refresh.html */
export const refresh_dashboard = write('PUT /services/data/v62.0/analytics/dashboards/{dashboard_id}', {
  description: 'Refresh a dashboard: its reports are run anew; get_dashboard then has the numbers',
  synonyms: ['update', 'reload', 'analytics', 'new numbers'],
  is: [],
  idempotent: true,
  params: { dashboard_id },
  result: Type.Object({ statusUrl: Type.String() }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_processinstanceworkitem.htm */
const pending =
  'SELECT Id, ActorId, Actor.Name, CreatedDate, ProcessInstance.TargetObjectId, ProcessInstance.TargetObject.Name, ProcessInstance.SubmittedById FROM ProcessInstanceWorkitem'

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm */
export const list_pending_approvals = read('GET /services/data/v62.0/query', {
  description:
    'List the requests that wait for an approval, of a user or of all; decide_approval approves or rejects one',
  synonyms: ['sign off', 'to approve', 'waiting', 'approval requests', 'work items'],
  params: { user_id: optional(anyId('Id of the user who has to decide: get_me has it')) },
  request: ({ user_id }) => ({
    query: {
      user_id: undefined,
      q: `${pending}${user_id === undefined ? '' : ` WHERE ActorId = '${user_id}'`} ORDER BY CreatedDate DESC`,
    },
  }),
  result: Type.Object({ records: Type.Array(Type.Unknown()) }),
  pages: rows,
})

/** https://developer.salesforce.com/docs/platform/api-rest/guide/resources-process-approvals-post.html: the user has to be the one who is asked */
export const decide_approval = write('POST /services/data/v62.0/process/approvals', {
  description: 'Approve or reject a request that waits for an approval',
  synonyms: ['accept', 'sign off', 'deny', 'pending request', 'decline', 'discount'],
  is: ['grants', 'sends', 'runs'],
  roles: { recipient: ['/next_approver_ids'], text: ['/comments'], derives: ['recipient'] },
  params: {
    work_item_id: anyId('Id of the request: list_pending_approvals has it'),
    decision: choice(['Approve', 'Reject'], 'The decision'),
    ...optional({
      comments: text(4000, 'Why'),
      next_approver_ids: list(anyId('Id of a user'), {
        max: 10,
        description: 'Who approves next, where the process asks for it',
      }),
    }),
  },
  request: ({ work_item_id, decision, comments, next_approver_ids }) => ({
    body: {
      work_item_id: undefined,
      decision: undefined,
      comments: undefined,
      next_approver_ids: undefined,
      requests: [
        {
          actionType: decision,
          contextId: work_item_id,
          ...(comments !== undefined && { comments }),
          ...(next_approver_ids && { nextApproverIds: next_approver_ids }),
        },
      ],
    },
  }),
  result: Type.Array(Type.Object({ success: Type.Boolean() })),
})

/** https://developer.salesforce.com/docs/atlas.en-us.chatterapi.meta/chatterapi/connect_resources_feeds_record_items.htm */
export const list_feed = read('GET /services/data/v62.0/chatter/feeds/record/{record_id}/feed-elements', {
  description: 'List what was posted in the Chatter feed of a record, group or user, with the comments',
  synonyms: ['chatter', 'posts', 'read', 'discussion', 'activity'],
  params: { record_id },
  result: Type.Object({ elements: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.chatterapi.meta/chatterapi/connect_resources_comments_feed_element.htm */
export const comment_on_post = write(
  'POST /services/data/v62.0/chatter/feed-elements/{post_id}/capabilities/comments/items',
  {
    description: 'Comment on a post of a Chatter feed',
    synonyms: ['reply', 'answer', 'chatter'],
    is: ['sends'],
    roles: { destination: ['/post_id'], text: ['/comment_text'], derives: ['recipient'] },
    additive: true,
    params: { post_id: anyId('Id of the post: list_feed has it'), comment_text: text(10_000, 'The text') },
    request: ({ comment_text }) => ({
      body: { comment_text: undefined, body: { messageSegments: [{ type: 'Text', text: comment_text }] } },
    }),
    result: Type.Object({ id: Type.String() }),
  },
)

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_sobject_user_password.htm: the answer has the new password; the old one ends. */
export const reset_password = write('DELETE /services/data/v62.0/sobjects/User/{user_id}/password', {
  description: "Reset a user's password to one that Salesforce makes, and get it",
  synonyms: ['forgot', 'login', 'locked out', 'new password'],
  is: ['grants', 'sends'],
  secret: true,
  roles: { recipient: ['/user_id'] },
  params: { user_id: anyId('Id of the user') },
  result: Type.Object({ NewPassword: Type.String() }),
})
