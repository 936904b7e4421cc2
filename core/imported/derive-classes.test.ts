import { describe, expect, test } from 'vitest'
import type { ActionClass } from '../provider/index.ts'
import { deriveClasses } from './derive-classes.ts'

const derive = (name: string, ...params: string[]) =>
  deriveClasses(name, { params: Object.fromEntries(params.map((param) => [param, { in: 'body', schema: {} }])) })

describe('the classes of a document’s write', () => {
  test.each<[name: string, params: readonly string[], want: readonly ActionClass[] | undefined]>([
    ['delete_item', [], ['deletes']],
    ['users_messages_trash', [], ['deletes']],
    ['batch_user_message_delete', [], ['deletes']],
    ['delete_message', [], ['deletes']],
    ['delete_event', ['sendUpdates'], ['sends', 'deletes']],
    ['delete_api_key', [], ['deletes', 'grants']],
    ['remove_member', [], ['deletes', 'grants']],
    ['send_item', [], ['sends']],
    ['create_message', [], ['sends']],
    ['add_comment_to_ticket', [], ['sends']],
    ['reply_ticket', [], ['sends']],
    ['update_worklog', ['notifyUsers'], ['sends']],
    ['create_event', ['attendees'], ['sends', 'shares']],
    ['invite_user', [], ['sends', 'shares', 'grants']],
    ['create_org_invitation', [], ['sends', 'shares', 'grants']],
    ['add_repo_collaborator', [], ['sends', 'shares', 'grants']],
    ['create_permission', [], ['shares', 'grants']],
    ['add_followers_for_task', [], ['shares']],
    ['add_watcher', [], ['shares']],
    ['create_file_link', [], ['shares']],
    ['create_login_link', [], ['grants']],
    ['create_subscription_item', [], ['pays']],
    ['create_user_setting_delegate', [], ['shares', 'grants']],
    ['update_user_setting_auto_forwarding', [], ['grants']],
    ['create_webhook', [], ['grants']],
    ['update_webhook_config_for_app', [], ['grants']],
    ['watch_file', [], ['grants']],
    ['update_thing', ['role'], ['grants']],
    ['update_supplier', ['BankAccountDetails'], ['grants']],
    ['create_number', ['VoiceUrl'], ['grants']],
    ['set_admin_conversation_teams', [], ['grants']],
    ['create_payout', ['amount', 'currency'], ['pays']],
    ['create_transfer', ['amount', 'currency'], ['pays']],
    ['create_transfer', [], undefined],
    ['create_payment_increment', ['amount'], ['pays']],
    ['update_dispute', ['amount'], undefined],
    ['update_invoice', [], ['pays']],
    ['create_invoice_history', [], undefined],
    ['update_invoice_attachment_by_file_name', [], undefined],
    ['create_plan', ['amount', 'currency'], undefined],
    ['send_invoice', [], ['sends', 'pays']],
    ['create_release', [], ['publishes']],
    ['publish_article_draft', [], ['publishes']],
    ['update_repo', ['visibility'], ['publishes']],
    ['run_query', [], ['runs']],
    ['re_run_workflow', [], ['runs']],
    ['create_repo_deployment', [], ['runs']],
    ['trigger_rule', [], ['runs']],
    ['star_gist', [], []],
    ['mark_thread_as_read', [], []],
    ['create_reaction_for_issue', [], []],
    ['attach_tag_to_contact', [], []],
    ['create_reaction', ['notify'], ['sends']],
    ['create_item', [], undefined],
    ['update_project', [], undefined],
    ['cancel_job_request', [], undefined],
    ['archive_item', [], undefined],
    ['', [], undefined],
  ])('%s with %j are %j', (name, params, want) => {
    expect(derive(name, ...params)).toEqual(want)
  })

  test('are read by the document’s own names of the parameters', () => {
    const params = { whom: { in: 'query', as: 'sendUpdates', schema: {} } } as const
    expect(deriveClasses('move_event', { params })).toEqual(['sends'])
  })
})
