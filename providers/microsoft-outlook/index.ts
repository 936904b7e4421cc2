import { endpoint, messageAt, oauth2, pattern, provider } from '@patchbay/core/provider'
import * as attachments from './attachments.ts'
import * as calendar from './calendar.ts'
import * as contacts from './contacts.ts'
import * as drafts from './drafts.ts'
import * as mail from './mail.ts'
import * as mailbox from './mailbox.ts'
import * as meetings from './meetings.ts'
import * as sharing from './sharing.ts'
import * as tasks from './tasks.ts'

/**
 * Outlook's mail, calendar, contacts and tasks by Microsoft Graph: https://learn.microsoft.com/en-us/graph/outlook-mail-concept-overview
 * To know: a message gets another id when it is moved or sent.
 * To know: attachments are added up to 3 MB: https://learn.microsoft.com/en-us/graph/outlook-large-attachments
 * To know: find_meeting_times takes work accounts alone, and the scope Calendars.Read.Shared.
 * To know: 10,000 requests in 10 minutes and 4 at once, for each application and mailbox: https://learn.microsoft.com/en-us/graph/throttling-limits
 */
export default provider({
  id: 'microsoft-outlook',
  title: 'Microsoft Outlook',
  origin: 'https://graph.microsoft.com',
  settings: {
    directory: pattern('^[a-z0-9-]+(\\.[a-z0-9-]+)*$', 253, 'Id or domain of your Microsoft directory, or common'),
  },
  /** https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow; an old refresh token isn't ended: https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens */
  auth: oauth2({
    authorize: endpoint`https://login.microsoftonline.com/${'directory'}/oauth2/v2.0/authorize`,
    /** With the id of the person's own directory: https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
    issuers: ['https://login.microsoftonline.com/*/v2.0'],
    token: endpoint`https://login.microsoftonline.com/${'directory'}/oauth2/v2.0/token`,
    scopes: {
      offline_access: 'Stay connected',
      'User.Read': 'See who you are',
      'Mail.ReadWrite': 'Read and change mails',
      'Mail.Send': 'Send mails',
      'Calendars.ReadWrite': 'Read and change calendars',
      'Contacts.ReadWrite': 'Read and change contacts',
      'MailboxSettings.ReadWrite': 'Read and change automatic replies, categories and rules',
    },
    /** Not for personal accounts: https://learn.microsoft.com/en-us/graph/api/user-findmeetingtimes */
    optionalScopes: {
      'Calendars.Read.Shared': 'See when others are free',
      'Tasks.ReadWrite': 'Read and change the to-do lists of Microsoft To Do',
      'Place.Read.All': 'See the meeting rooms of the organization; an administrator of the directory has to allow it',
    },
    clientAuth: 'post',
    pkce: true,
    rotates: false,
  }),
  probe: { action: 'get_me', params: {}, identity: ['/userPrincipalName', '/mail'] },
  actions: {
    ...mail,
    ...calendar,
    ...drafts,
    ...attachments,
    ...mailbox,
    ...contacts,
    ...meetings,
    ...tasks,
    ...sharing,
  },
  listed: [
    'list_messages',
    'get_message',
    'send_mail',
    'create_draft',
    'reply',
    'update_message',
    'move_message',
    'list_folders',
    'get_me',
    'list_events',
    'get_event',
    'create_event',
    'update_event',
    'delete_event',
    'list_contacts',
  ],
  /** https://learn.microsoft.com/en-us/graph/throttling */
  limits: { headers: 'Retry-After' },
  /** https://learn.microsoft.com/en-us/graph/errors */
  failure: messageAt('/error/message', '/error/code'),
})
