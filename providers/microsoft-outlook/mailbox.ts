import {
  choice,
  clearable,
  flag,
  holds,
  integer,
  invalid,
  optional,
  path,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import * as outlook from './parameters.ts'

const { id, folder_id, emails, html, moment, recipients, categories, aList, thing } = outlook
const name = text(255, 'Name of the folder')

/** https://learn.microsoft.com/en-us/graph/api/mailfolder-list-childfolders */
export const list_child_folders = read('GET /v1.0/me/mailFolders/{folder_id}/childFolders', {
  description: 'List the folders within a folder of mails',
  synonyms: ['subfolders', 'nested'],
  ttl: '1m',
  params: { folder_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/user-post-mailfolders and mailfolder-post-childfolders */
export const create_folder = write('POST /v1.0/me/mailFolders', {
  description: 'Create a folder for mails, at the top or within another one',
  synonyms: ['new', 'make', 'mailbox', 'subfolder'],
  is: [],
  roles: { destination: ['/parent_id'], text: ['/name'] },
  additive: true,
  params: { name, parent_id: optional(id('Id of the folder that it goes into')) },
  rename: { name: 'displayName' },
  request: ({ parent_id }) => ({
    ...(parent_id !== undefined && { path: path`/v1.0/me/mailFolders/${parent_id}/childFolders` }),
    body: { parent_id: undefined },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/mailfolder-update */
export const rename_folder = write('PATCH /v1.0/me/mailFolders/{folder_id}', {
  description: 'Rename a folder of mails',
  synonyms: ['change the name', 'update'],
  is: [],
  roles: { destination: ['/folder_id'], text: ['/name'] },
  idempotent: true,
  params: { folder_id, name },
  rename: { name: 'displayName' },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/mailfolder-delete: with all that is in it. */
export const delete_folder = write('DELETE /v1.0/me/mailFolders/{folder_id}', {
  description: 'Delete a folder with the mails in it',
  synonyms: ['remove'],
  is: ['deletes'],
  roles: { destination: ['/folder_id'] },
  idempotent: true,
  params: { folder_id },
})

/** https://learn.microsoft.com/en-us/graph/api/outlookuser-list-mastercategories */
export const list_categories = read('GET /v1.0/me/outlook/masterCategories', {
  description: 'List the categories that messages and events can have',
  synonyms: ['labels', 'tags', 'colours'],
  ttl: '5m',
  params: {},
  result: aList.result,
})

const presets = Array.from({ length: 25 }, (_, i) => `preset${i}`)

/** https://learn.microsoft.com/en-us/graph/api/outlookuser-post-mastercategories; a colour is a number, as the user's program shows it. */
export const create_category = write('POST /v1.0/me/outlook/masterCategories', {
  description: 'Create a category',
  synonyms: ['label', 'tag', 'colour', 'new'],
  is: [],
  roles: { text: ['/name'] },
  additive: true,
  params: {
    name,
    color: optional(
      choice(
        ['none', ...presets],
        'Its colour: preset0 is red, preset1 orange, preset3 yellow, preset4 green, preset7 blue',
      ),
    ),
  },
  rename: { name: 'displayName' },
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/outlookcategory-delete */
export const delete_category = write('DELETE /v1.0/me/outlook/masterCategories/{category_id}', {
  description: 'Delete a category',
  synonyms: ['label', 'tag', 'remove'],
  is: ['deletes'],
  idempotent: true,
  params: { category_id: id('Id of the category') },
})

/** https://learn.microsoft.com/en-us/graph/api/user-get-mailboxsettings */
export const get_mailbox_settings = read('GET /v1.0/me/mailboxSettings', {
  description: 'Get the automatic replies, time zone, language and working hours of the mailbox',
  synonyms: ['out of office', 'vacation', 'preferences', 'timezone'],
  params: {},
  result: Type.Object({}),
})

const timeOf = (moment: string | undefined) => moment && outlook.inUtc(moment)

/** https://learn.microsoft.com/en-us/graph/api/user-update-mailboxsettings */
export const set_automatic_replies = write('PATCH /v1.0/me/mailboxSettings', {
  description: 'Turn automatic replies on or off',
  synonyms: ['out of office', 'vacation', 'away', 'absence', 'auto-reply', 'OOO', 'my'],
  is: ['sends'],
  roles: { text: ['/internal', '/external'], derives: ['recipient'] },
  idempotent: true,
  params: {
    status: choice(['disabled', 'alwaysEnabled', 'scheduled'], 'scheduled: from start to end'),
    ...optional({
      start: moment('When they begin, in UTC'),
      end: moment('When they end, in UTC'),
      internal: clearable(html),
      external: clearable(html),
      audience: choice(['none', 'contactsOnly', 'all'], 'Who outside of the organization gets one'),
    }),
  },
  request: ({ status, start, end, internal, external, audience }) => {
    if (status === 'scheduled' && (start === undefined || end === undefined))
      throw invalid('/start', 'scheduled replies need start and end')
    return {
      body: {
        status: undefined,
        start: undefined,
        end: undefined,
        internal: undefined,
        external: undefined,
        audience: undefined,
        automaticRepliesSetting: {
          status,
          scheduledStartDateTime: timeOf(start),
          scheduledEndDateTime: timeOf(end),
          internalReplyMessage: internal === null ? '' : internal,
          externalReplyMessage: external === null ? '' : external,
          externalAudience: audience,
        },
      },
    }
  },
  confirm: {
    read: get_mailbox_settings,
    params: {},
    when: ({ internal, external }) => internal === undefined && external === undefined,
    shows: holds(({ status, audience }) => ({
      automaticRepliesSetting: { status, externalAudience: audience },
    })),
  },
})

/** https://learn.microsoft.com/en-us/graph/api/mailfolder-list-messagerules */
export const list_rules = read('GET /v1.0/me/mailFolders/inbox/messageRules', {
  description: 'List the rules of the inbox',
  synonyms: ['filters', 'automatic', 'forwarding'],
  params: {},
  result: aList.result,
})

/** https://learn.microsoft.com/en-us/graph/api/mailfolder-post-messagerules */
export const create_rule = write('POST /v1.0/me/mailFolders/inbox/messageRules', {
  description: 'Create a rule of the inbox: what is done with messages that arrive',
  synonyms: ['filter', 'automatically', 'forward', 'sort', 'put newsletters into a folder', 'always'],
  is: ['sends', 'shares', 'deletes', 'grants', 'runs'],
  roles: { recipient: ['/forward_to', '/redirect_to'], destination: ['/move_to'], text: ['/name'] },
  additive: true,
  params: {
    name,
    sequence: integer('Its place among the rules'),
    ...optional({
      is_enabled: flag('Whether it works; left out: yes'),
      sender_contains: outlook.words('Words in the address of the sender'),
      senders: emails('Addresses of senders'),
      subject_contains: outlook.words('Words in the subject'),
      body_contains: outlook.words('Words in the text'),
      has_attachments: flag('Whether it has attachments'),
      move_to: folder_id,
      forward_to: emails('Whom to forward it to'),
      redirect_to: emails('Whom to redirect it to'),
      assign_categories: categories,
      mark_as_read: flag('Whether to mark it as read'),
      delete: flag('Whether to delete it'),
      stop: flag('Whether later rules are left out'),
    }),
  },
  request: (rule) => ({
    body: {
      ...Object.fromEntries(Object.keys(rule).map((name) => [name, undefined])),
      displayName: rule.name,
      sequence: rule.sequence,
      isEnabled: rule.is_enabled ?? true,
      conditions: {
        senderContains: rule.sender_contains,
        fromAddresses: recipients(rule.senders),
        subjectContains: rule.subject_contains,
        bodyContains: rule.body_contains,
        hasAttachments: rule.has_attachments,
      },
      actions: {
        moveToFolder: rule.move_to,
        forwardTo: recipients(rule.forward_to),
        redirectTo: recipients(rule.redirect_to),
        assignCategories: rule.assign_categories,
        markAsRead: rule.mark_as_read,
        delete: rule.delete,
        stopProcessingRules: rule.stop,
      },
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/messagerule-delete */
export const delete_rule = write('DELETE /v1.0/me/mailFolders/inbox/messageRules/{rule_id}', {
  description: 'Delete a rule of the inbox',
  synonyms: ['filter', 'remove', 'stop forwarding'],
  is: ['deletes', 'grants'],
  idempotent: true,
  params: { rule_id: id('Id of the rule; list_rules lists them') },
})
