// Made by `bun run codegen import`: change overlay.ts instead.

type Common = "file_key"

/** The actions of document.json, and their parameters. */
export interface Document {
  get_file: Common | "version ids depth geometry plugin_data branch_data"
  get_file_nodes: Common | "ids version depth geometry plugin_data"
  get_images: Common | "ids version scale format svg_outline_text svg_include_id svg_include_node_id svg_simplify_stroke contents_only use_absolute_bounds"
  get_image_fills: Common
  get_file_meta: Common
  get_team_projects: "team_id"
  get_project_files: "project_id branch_data"
  get_file_versions: Common | "page_size before after"
  list_file_comments: Common | "as_md"
  post_comment: Common | "message comment_id client_meta"
  delete_comment: Common | "comment_id"
  get_comment_reactions: Common | "comment_id cursor"
  post_comment_reaction: Common | "comment_id emoji"
  delete_comment_reaction: Common | "comment_id emoji"
  get_me: never
  get_team_components: "team_id page_size after before"
  get_file_components: Common
  get_component: "key"
  get_team_component_sets: "team_id page_size after before"
  get_file_component_sets: Common
  get_component_set: "key"
  get_team_styles: "team_id page_size after before"
  get_file_styles: Common
  get_style: "key"
  list_webhooks: "context context_id plan_api_id cursor"
  post_webhook: "event_type context context_id endpoint passcode team_id status description"
  get_webhook: "webhook_id"
  put_webhook: "webhook_id event_type endpoint passcode team_id status description"
  delete_webhook: "webhook_id"
  get_team_webhooks: "team_id"
  get_webhook_requests: "webhook_id"
  list_activity_logs: "events start_time end_time limit order"
  list_payments: "plugin_payment_token user_id community_file_id plugin_id widget_id"
  get_local_variables: Common
  get_published_variables: Common
  create_file_variable: Common | "variableCollections variableModes variables variableModeValues"
  list_file_dev_resources: Common | "node_ids"
  create_dev_resource: "dev_resources"
  update_dev_resource: "dev_resources"
  delete_dev_resource: Common | "dev_resource_id"
  get_library_analytics_component_actions: Common | "group_by cursor start_date end_date"
  get_library_analytics_component_usages: Common | "group_by cursor"
  get_library_analytics_style_actions: Common | "group_by cursor start_date end_date"
  get_library_analytics_style_usages: Common | "group_by cursor"
  get_library_analytics_variable_actions: Common | "group_by cursor start_date end_date"
  get_library_analytics_variable_usages: Common | "group_by cursor"
  get_o_embed: "url maxwidth maxheight"
}
