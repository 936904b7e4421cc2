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
  "list_user_drafts": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includeSpamTrash"|"maxResults"|"pageToken"|"q">
  "create_user_draft": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body">
  "send_user_draft": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body">
  "delete_user_draft": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_draft": Read<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"format">
  "update_user_draft": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body">
  "list_user_history": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"historyTypes"|"labelId"|"maxResults"|"pageToken"|"startHistoryId">
  "list_user_labels": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "create_user_label": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"color"|"id"|"labelListVisibility"|"messageListVisibility"|"messagesTotal"|"messagesUnread"|"name"|"threadsTotal"|"threadsUnread"|"type">
  "delete_user_label": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_label": Read<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "patch_user_label": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"color"|"body_id"|"labelListVisibility"|"messageListVisibility"|"messagesTotal"|"messagesUnread"|"name"|"threadsTotal"|"threadsUnread"|"type">
  "update_user_label": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"color"|"body_id"|"labelListVisibility"|"messageListVisibility"|"messagesTotal"|"messagesUnread"|"name"|"threadsTotal"|"threadsUnread"|"type">
  "list_user_messages": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includeSpamTrash"|"labelIds"|"maxResults"|"pageToken"|"q">
  "insert_user_message": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"deleted"|"internalDateSource"|"body">
  "batch_user_message_delete": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"ids">
  "batch_user_message_modify": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"addLabelIds"|"ids"|"removeLabelIds">
  "import_user_message": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"deleted"|"internalDateSource"|"neverMarkSpam"|"processForCalendar"|"body">
  "send_user_message": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body">
  "delete_user_message": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_message": Read<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"format"|"metadataHeaders">
  "modify_user_message": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"addLabelIds"|"removeLabelIds">
  "users_messages_trash": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "users_messages_untrash": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_message_attachment": Read<"userId"|"messageId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_profile": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_auto_forwarding": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "update_user_setting_auto_forwarding": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"disposition"|"emailAddress"|"enabled">
  "list_user_setting_cse_identities": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"pageSize"|"pageToken">
  "create_user_setting_cse_identity": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"emailAddress"|"primaryKeyPairId"|"signAndEncryptKeyPairs">
  "delete_user_setting_cse_identity": Write<"userId"|"cseEmailAddress"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_cse_identity": Read<"userId"|"cseEmailAddress"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "patch_user_setting_cse_identity": Write<"userId"|"emailAddress"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body_emailAddress"|"primaryKeyPairId"|"signAndEncryptKeyPairs">
  "list_user_setting_cse_keypairs": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"pageSize"|"pageToken">
  "create_user_setting_cse_keypair": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"pkcs7"|"privateKeyMetadata">
  "get_user_setting_cse_keypair": Read<"userId"|"keyPairId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "disable_user_setting_cse_keypair": Write<"userId"|"keyPairId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "enable_user_setting_cse_keypair": Write<"userId"|"keyPairId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "users_settings_cse_keypairs_obliterate": Write<"userId"|"keyPairId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_user_setting_delegates": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "create_user_setting_delegate": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"delegateEmail"|"verificationStatus">
  "delete_user_setting_delegate": Write<"userId"|"delegateEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_delegate": Read<"userId"|"delegateEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_user_setting_filters": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "create_user_setting_filter": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body_action"|"criteria"|"id">
  "delete_user_setting_filter": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_filter": Read<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_user_setting_forwarding_addresses": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "create_user_setting_forwarding_address": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"forwardingEmail"|"verificationStatus">
  "delete_user_setting_forwarding_address": Write<"userId"|"forwardingEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_forwarding_address": Read<"userId"|"forwardingEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_imap": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "update_user_setting_imap": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"autoExpunge"|"enabled"|"expungeBehavior"|"maxFolderSize">
  "get_user_setting_language": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "update_user_setting_language": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"displayLanguage">
  "get_user_setting_pop": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "update_user_setting_pop": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"accessWindow"|"disposition">
  "list_user_setting_send_as": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "create_user_setting_send_as": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"displayName"|"isDefault"|"isPrimary"|"replyToAddress"|"sendAsEmail"|"signature"|"smtpMsa"|"treatAsAlias"|"verificationStatus">
  "delete_user_setting_send_as": Write<"userId"|"sendAsEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_send_as": Read<"userId"|"sendAsEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "patch_user_setting_send_as": Write<"userId"|"sendAsEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"displayName"|"isDefault"|"isPrimary"|"replyToAddress"|"body_sendAsEmail"|"signature"|"smtpMsa"|"treatAsAlias"|"verificationStatus">
  "update_user_setting_send_as": Write<"userId"|"sendAsEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"displayName"|"isDefault"|"isPrimary"|"replyToAddress"|"body_sendAsEmail"|"signature"|"smtpMsa"|"treatAsAlias"|"verificationStatus">
  "list_user_setting_send_as_smime_info": Read<"userId"|"sendAsEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "insert_user_setting_send_as_smime_info": Write<"userId"|"sendAsEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"encryptedKeyPassword"|"expiration"|"id"|"isDefault"|"issuerCn"|"pem"|"pkcs12">
  "delete_user_setting_send_as_smime_info": Write<"userId"|"sendAsEmail"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_send_as_smime_info": Read<"userId"|"sendAsEmail"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "set_user_setting_send_as_smime_info_default": Write<"userId"|"sendAsEmail"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "verify_user_setting_send_as": Write<"userId"|"sendAsEmail"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_setting_vacation": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "update_user_setting_vacation": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"enableAutoReply"|"endTime"|"responseBodyHtml"|"responseBodyPlainText"|"responseSubject"|"restrictToContacts"|"restrictToDomain"|"startTime">
  "stop_user": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_user_threads": Read<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includeSpamTrash"|"labelIds"|"maxResults"|"pageToken"|"q">
  "delete_user_thread": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_user_thread": Read<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"format"|"metadataHeaders">
  "modify_user_thread": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"addLabelIds"|"removeLabelIds">
  "users_threads_trash": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "users_threads_untrash": Write<"userId"|"id"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "watch_user": Write<"userId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"labelFilterAction"|"labelFilterBehavior"|"labelIds"|"topicName">
}
