import type { Pointer } from '@patchbay/core/provider'
import type { Correction } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const left = 'the document is a part of the whole, without this'

const named = (path: string, action: string, page: string): Correction => ({
  at: `/paths/${path}~1${action}`,
  from: `/paths/${path}~1microsoft.graph.${action}`,
  why: `https://learn.microsoft.com/en-us/graph/api/${page}: its path has no namespace`,
})
const inBody = (body: Pointer, name: string, page: string): Correction => {
  const properties: Pointer = `${body}/content/application~1json/schema/properties`
  return {
    at: `${properties}/${name}`,
    from: `${properties}/${name.replace(/^./, (first) => first.toUpperCase())}`,
    why: `https://learn.microsoft.com/en-us/graph/api/${page}: its members begin with small letters`,
  }
}
/** The same list, of one folder or calendar. */
const within = (path: string, from: string, page: string): Correction => ({
  at: `/paths/~1me~1${path}`,
  from: `/paths/~1me~1${from}`,
  why: `https://learn.microsoft.com/en-us/graph/api/${page}: takes and answers the same`,
})
const message = '~1me~1messages~1{message-id}'
const mail = '/components/requestBodies/sendMailRequestBody'

export const microsoftOutlook: Vendor = {
  id: 'microsoft-outlook',
  documents: [
    {
      file: 'microsoft__graph-subset.json',
      corrections: [
        ...['message/allOf/1', 'mailFolder/allOf/1', 'contact/allOf/1', 'outlookItem/allOf/1', 'entity'].map(
          (name) => ({
            at: `/components/schemas/microsoft.graph.${name}/required` as const,
            value: [],
            why: 'https://learn.microsoft.com/en-us/graph/api/user-post-messages: no example has the type',
          }),
        ),
        named('~1me', 'sendMail', 'user-sendmail'),
        inBody(mail, 'message', 'user-sendmail'),
        inBody(mail, 'saveToSentItems', 'user-sendmail'),
        named(message, 'reply', 'message-reply'),
        inBody(`/paths/${message}~1reply/post/requestBody`, 'comment', 'message-reply'),
        named(message, 'move', 'message-move'),
        inBody(`/paths/${message}~1move/post/requestBody`, 'destinationId', 'message-move'),
        named(message, 'replyAll', 'message-replyall'),
        inBody(`/paths/${message}~1replyAll/post/requestBody`, 'comment', 'message-replyall'),
        named(message, 'forward', 'message-forward'),
        inBody(`/paths/${message}~1forward/post/requestBody`, 'comment', 'message-forward'),
        inBody(`/paths/${message}~1forward/post/requestBody`, 'toRecipients', 'message-forward'),
        named(message, 'send', 'message-send'),
        within('mailFolders~1{mailFolder-id}~1messages', 'messages', 'mailfolder-list-messages'),
        within('mailFolders~1{mailFolder-id}~1childFolders', 'mailFolders', 'mailfolder-list-childfolders'),
        within('calendars~1{calendar-id}~1events', 'events', 'calendar-post-events'),
      ],
    },
  ],
  headers: { authorization: 'https://learn.microsoft.com/en-us/graph/auth/auth-concepts' },
  withoutOperation: {
    list_events: left,
    get_me: left,
    rename_folder: left,
    delete_folder: left,
    list_categories: left,
    create_category: left,
    delete_category: left,
    get_mailbox_settings: left,
    set_automatic_replies: left,
    list_rules: left,
    create_rule: left,
    delete_rule: left,
    list_attachments: left,
    download_attachment: left,
    add_attachment: left,
    delete_attachment: left,
    list_event_attachments: left,
    add_event_attachment: left,
    create_reply_draft: left,
    create_forward_draft: left,
    copy_message: left,
    list_occurrences: left,
    respond_to_event: left,
    cancel_event: left,
    forward_event: left,
    find_meeting_times: left,
    get_free_busy: left,
    list_task_lists: left,
    create_task_list: left,
    delete_task_list: left,
    list_tasks: left,
    get_task: left,
    create_task: left,
    update_task: left,
    delete_task: left,
    add_task_step: left,
    list_calendar_permissions: left,
    share_calendar: left,
    update_calendar_permission: left,
    unshare_calendar: left,
    list_rooms: left,
    snooze_reminder: left,
    dismiss_reminder: left,
    list_contact_folders: left,
    update_mailbox_settings: left,
  },
  settings: { directory: 'common' },
}
