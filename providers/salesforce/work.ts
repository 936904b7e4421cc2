import { flag, list, optional, pattern, read, Type, text, write } from '@patchbay/core/provider'
import { anyId, name, record_id } from './parameters.ts'

const outcomes = Type.Array(Type.Object({ success: Type.Boolean() }))

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_process_approvals.htm: who approves is asked */
export const submit_for_approval = write('POST /services/data/v62.0/process/approvals', {
  description: 'Submit a record for approval',
  synonyms: ['approval process', 'sign off', 'quote', 'discount', 'request'],
  is: ['sends', 'runs'],
  roles: { recipient: ['/next_approver_ids'], text: ['/comments'], derives: ['recipient'] },
  params: {
    record_id,
    ...optional({
      comments: text(4000, 'Comments for those who approve'),
      next_approver_ids: list(anyId('Id of a user'), {
        max: 10,
        description: 'Who approves next, where the process asks for it',
      }),
      process_name: text(80, 'Name or id of the approval process; default: the first one that fits'),
      skip_entry_criteria: flag('Whether to submit it even if it does not fit the process'),
    }),
  },
  request: ({ record_id, comments, next_approver_ids, process_name, skip_entry_criteria }) => ({
    body: {
      record_id: undefined,
      comments: undefined,
      next_approver_ids: undefined,
      process_name: undefined,
      skip_entry_criteria: undefined,
      requests: [
        {
          actionType: 'Submit',
          contextId: record_id,
          ...(comments !== undefined && { comments }),
          ...(next_approver_ids && { nextApproverIds: next_approver_ids }),
          ...(process_name !== undefined && { processDefinitionNameOrId: process_name }),
          ...(skip_entry_criteria !== undefined && { skipEntryCriteria: skip_entry_criteria }),
        },
      ],
    },
  }),
  result: outcomes,
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_process_approvals.htm */
export const list_approval_processes = read('GET /services/data/v62.0/process/approvals', {
  description: 'List the approval processes of each kind of object',
  synonyms: ['approvals', 'sign off'],
  ttl: '5m',
  params: {},
  result: Type.Object({ approvals: Type.Object({}) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.chatterapi.meta/chatterapi/connect_resources_feed_element_post.htm */
export const post_to_feed = write('POST /services/data/v62.0/chatter/feed-elements', {
  description: "Post a text in the Chatter feed of a record, group or user; 'me' is the user",
  synonyms: ['chatter', 'comment', 'message', 'feed item'],
  is: ['sends'],
  roles: { destination: ['/subject_id'], text: ['/feed_text'], derives: ['recipient'] },
  additive: true,
  params: {
    subject_id: pattern('^(me|[A-Za-z0-9]{15}([A-Za-z0-9]{3})?)$', 18, 'Id of the record, group or user, or me'),
    feed_text: text(10_000, 'The text'),
  },
  request: ({ subject_id, feed_text }) => ({
    body: {
      subject_id: undefined,
      feed_text: undefined,
      feedElementType: 'FeedItem',
      subjectId: subject_id,
      body: { messageSegments: [{ type: 'Text', text: feed_text }] },
    },
  }),
  result: Type.Object({ id: Type.String() }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_action.meta/api_action/actions_obj_email_simple.htm */
export const send_email = write('POST /services/data/v62.0/actions/standard/emailSimple', {
  description: 'Send an e-mail as the user',
  synonyms: ['mail', 'message', 'contact', 'lead'],
  is: ['sends'],
  roles: { recipient: ['/to'], text: ['/subject', '/email_body'] },
  additive: true,
  params: {
    to: list(Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] }), {
      min: 1,
      max: 5,
      description: 'Addresses',
    }),
    subject: text(255, 'The subject'),
    email_body: text(32_000, 'The mail'),
    is_html: optional(flag('Whether the mail is HTML')),
  },
  request: ({ to, subject, email_body, is_html }) => ({
    body: {
      to: undefined,
      subject: undefined,
      email_body: undefined,
      is_html: undefined,
      inputs: [
        {
          emailAddresses: to.join(','),
          emailSubject: subject,
          emailBody: email_body,
          senderType: 'CurrentUser',
          ...(is_html !== undefined && { sendRichBody: is_html }),
        },
      ],
    },
  }),
  result: Type.Array(Type.Object({ isSuccess: Type.Boolean() })),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_action.meta/api_action/actions_obj_flow.htm */
export const list_flows = read('GET /services/data/v62.0/actions/custom/flow', {
  description: 'List the flows that can be run',
  synonyms: ['automation', 'process builder', 'workflow'],
  ttl: '1m',
  params: {},
  result: Type.Object({ actions: Type.Array(Type.Unknown()) }),
})

/** https://developer.salesforce.com/docs/atlas.en-us.api_action.meta/api_action/actions_obj_flow.htm */
export const run_flow = write('POST /services/data/v62.0/actions/custom/flow/{flow_name}', {
  description: 'Run a flow with its input variables',
  synonyms: ['automation', 'start', 'workflow', 'trigger'],
  is: ['runs'],
  params: {
    flow_name: name('API name of the flow'),
    inputs: list(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 200 }), {
      min: 1,
      max: 200,
      description: 'Values of the input variables by name, for each run; [{}]: one run without any',
    }),
  },
  result: Type.Array(Type.Object({ isSuccess: Type.Boolean() })),
})
