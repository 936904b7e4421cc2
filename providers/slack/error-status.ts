/**
 * The HTTP status that Slack's errors would have, as it sends nearly all of them with 200; another one is the request's
 * fault: 400. A 401 says that the token is bad, not that it lacks a permission. What passes by itself is 429 or 503.
 * Each method's page lists its errors; those of all methods: https://docs.slack.dev/reference/methods/api.test
 */
const errorsByStatus: Readonly<Record<number, string>> = {
  401: 'account_inactive bad_token invalid_auth not_authed token_expired token_revoked',
  403: `access_denied accesslimited cant_delete_message cant_update_message compliance_exports_prevent_deletion
    edit_window_closed ekm_access_denied enterprise_is_restricted missing_scope no_permission
    not_allowed_token_type not_in_channel org_login_required restricted_action
    restricted_action_non_threadable_channel restricted_action_read_only_channel
    restricted_action_thread_only_channel team_access_not_granted two_factor_setup_required user_is_bot
    user_is_restricted user_is_ultra_restricted`,
  404: `bookmark_not_found canvas_not_found channel_not_found file_deleted file_not_found message_not_found no_pin
    no_reaction no_such_subteam not_found subteam_not_found thread_not_found unknown_method user_not_found
    user_not_visible users_not_found`,
  409: `already_archived already_in_channel already_pinned already_reacted is_archived name_already_exists name_taken
    not_archived user_disabled`,
  410: 'deprecated_endpoint method_deprecated',
  429: 'message_limit_exceeded rate_limited ratelimited',
  500: 'fatal_error fetch_members_failed internal_error',
  503: 'service_unavailable team_added_to_org',
}

const statuses = new Map(
  Object.entries(errorsByStatus).flatMap(([status, errors]) =>
    errors.split(/\s+/).map((error) => [error, Number(status)] as const),
  ),
)

export const errorStatus = (error: string): number => statuses.get(error) ?? 400
