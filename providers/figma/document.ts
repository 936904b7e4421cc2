// Made by `bun run codegen import`: change overlay.ts instead.

interface Read<P> {
  readonly params: P
  readonly effect: 'read'
}

interface Write<P> {
  readonly params: P
  readonly effect: 'write'
}

/** The actions of document.json, and their parameters. */
export interface Document {
  "get_file": Read<"file_key"|"version"|"ids"|"depth"|"geometry"|"plugin_data"|"branch_data">
  "get_file_nodes": Read<"file_key"|"ids"|"version"|"depth"|"geometry"|"plugin_data">
  "get_images": Read<"file_key"|"ids"|"version"|"scale"|"format"|"svg_outline_text"|"svg_include_id"|"svg_include_node_id"|"svg_simplify_stroke"|"contents_only"|"use_absolute_bounds">
  "get_image_fills": Read<"file_key">
  "get_file_meta": Read<"file_key">
  "get_team_projects": Read<"team_id">
  "get_project_files": Read<"project_id"|"branch_data">
  "get_file_versions": Read<"file_key"|"page_size"|"before"|"after">
  "list_file_comments": Read<"file_key"|"as_md">
  "post_comment": Write<"file_key"|"message"|"comment_id"|"client_meta">
  "delete_comment": Write<"file_key"|"comment_id">
  "get_comment_reactions": Read<"file_key"|"comment_id"|"cursor">
  "post_comment_reaction": Write<"file_key"|"comment_id"|"emoji">
  "delete_comment_reaction": Write<"file_key"|"comment_id"|"emoji">
  "get_me": Read<never>
  "get_team_components": Read<"team_id"|"page_size"|"after"|"before">
  "get_file_components": Read<"file_key">
  "get_component": Read<"key">
  "get_team_component_sets": Read<"team_id"|"page_size"|"after"|"before">
  "get_file_component_sets": Read<"file_key">
  "get_component_set": Read<"key">
  "get_team_styles": Read<"team_id"|"page_size"|"after"|"before">
  "get_file_styles": Read<"file_key">
  "get_style": Read<"key">
  "list_webhooks": Read<"context"|"context_id"|"plan_api_id"|"cursor">
  "post_webhook": Write<"event_type"|"context"|"context_id"|"endpoint"|"passcode"|"team_id"|"status"|"description">
  "get_webhook": Read<"webhook_id">
  "put_webhook": Write<"webhook_id"|"event_type"|"endpoint"|"passcode"|"team_id"|"status"|"description">
  "delete_webhook": Write<"webhook_id">
  "get_team_webhooks": Read<"team_id">
  "get_webhook_requests": Read<"webhook_id">
  "list_activity_logs": Read<"events"|"start_time"|"end_time"|"limit"|"order">
  "list_payments": Read<"plugin_payment_token"|"user_id"|"community_file_id"|"plugin_id"|"widget_id">
  "get_local_variables": Read<"file_key">
  "get_published_variables": Read<"file_key">
  "create_file_variable": Write<"file_key"|"variableCollections"|"variableModes"|"variables"|"variableModeValues">
  "list_file_dev_resources": Read<"file_key"|"node_ids">
  "create_dev_resource": Write<"dev_resources">
  "update_dev_resource": Write<"dev_resources">
  "delete_dev_resource": Write<"file_key"|"dev_resource_id">
  "get_library_analytics_component_actions": Read<"file_key"|"group_by"|"cursor"|"start_date"|"end_date">
  "get_library_analytics_component_usages": Read<"file_key"|"group_by"|"cursor">
  "get_library_analytics_style_actions": Read<"file_key"|"group_by"|"cursor"|"start_date"|"end_date">
  "get_library_analytics_style_usages": Read<"file_key"|"group_by"|"cursor">
  "get_library_analytics_variable_actions": Read<"file_key"|"group_by"|"cursor"|"start_date"|"end_date">
  "get_library_analytics_variable_usages": Read<"file_key"|"group_by"|"cursor">
  "get_o_embed": Read<"url"|"maxwidth"|"maxheight">
}
