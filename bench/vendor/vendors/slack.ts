import type { Vendor } from '../vendor.ts'

const later = 'the document is of 2020, and Slack keeps it up to date no more'

export const slack: Vendor = {
  id: 'slack',
  documents: [
    {
      file: 'slack__web-api-slack-web-openapi-v2.json',
      credentials: {
        token: 'https://docs.slack.dev/changelog/2020-11-no-more-tokens-in-querystrings-for-newly-created-apps',
      },
    },
  ],
  withoutOperation: {
    upload_file: later,
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
