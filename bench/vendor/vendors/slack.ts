import type { Correction } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const later = 'the document is of 2020, and Slack keeps it up to date no more'

/** The document's example of an answer is `{"ok": true}` alone. */
const answers = (method: string, member: object, by: 'get' | 'post' = 'post'): Correction => ({
  at: `/paths/~1${method}/${by}/responses/200/content/application~1json/examples/response/value`,
  value: { ok: true, ...member },
  why: `https://docs.slack.dev/reference/methods/${method}: answers what its schema says`,
})

export const slack: Vendor = {
  id: 'slack',
  documents: [
    {
      file: 'slack__web-api-slack-web-openapi-v2.json',
      credentials: {
        token: 'https://docs.slack.dev/changelog/2020-11-no-more-tokens-in-querystrings-for-newly-created-apps',
      },
      corrections: [
        answers('reminders.add', { reminder: { id: 'Rm1' } }),
        answers('reminders.list', { reminders: [] }, 'get'),
        answers('usergroups.create', { usergroup: { id: 'S1' } }),
      ],
    },
  ],
  withoutOperation: {
    upload_file: later,
    invite_shared: later,
    list_bookmarks: later,
    add_bookmark: later,
    edit_bookmark: later,
    remove_bookmark: later,
    create_canvas: later,
    edit_canvas: later,
    find_canvas_sections: later,
    share_canvas: later,
    delete_canvas: later,
  },
}
