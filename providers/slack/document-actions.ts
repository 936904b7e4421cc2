import { behind } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'

/**
 * The other actions of Slack's OpenAPI document. It is of 2020 and no longer maintained, so it lacks later methods:
 * https://github.com/slackapi/slack-api-specs
 */
export const others = behind<Document>({
  is: {
    // https://docs.slack.dev/reference/methods/files.sharedPublicURL: anyone with the link sees the file.
    files_shared_public_url: ['shares', 'publishes'],
    post_chat_ephemeral: ['sends'],
  },
  hide: [
    // https://docs.slack.dev/changelog/2024-04-a-better-way-to-upload-files-is-here-to-stay
    'upload_file',
    // https://docs.slack.dev/legacy/legacy-steps-from-apps/legacy-steps-from-apps-migration-guide
    'get_workflows_step_completed',
    'get_workflows_step_failed',
    'update_workflow_step',
    // Tokens are the gateway's own matter, and it keeps no connection open.
    'get_oauth_access',
    'get_oauth_token',
    'get_oauth_v2_access',
    'revoke_auth',
    'get_apps_uninstall',
    'get_rtm_connect',
    // These write, though the document has them as GET: a caller who may only read could call them, and tries would be repeated.
    'request_app_permission',
    'request_app_permission_user',
    'open_dialog',
    'share_file_remote',
    'open_view',
    'publish_view',
    'push_view',
    'update_view',
  ],
})
