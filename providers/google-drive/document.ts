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
  "get_about": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_apps": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"appFilterExtensions"|"appFilterMimeTypes"|"languageCode">
  "get_app": Read<"appId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_changes": Read<"pageToken"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"driveId"|"includeCorpusRemovals"|"includeItemsFromAllDrives"|"includeLabels"|"includePermissionsForView"|"includeRemoved"|"includeTeamDriveItems"|"pageSize"|"restrictToMyDrive"|"spaces"|"supportsAllDrives"|"supportsTeamDrives"|"teamDriveId">
  "get_change_start_page_token": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"driveId"|"supportsAllDrives"|"supportsTeamDrives"|"teamDriveId">
  "watch_change": Write<"pageToken"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"driveId"|"includeCorpusRemovals"|"includeItemsFromAllDrives"|"includeLabels"|"includePermissionsForView"|"includeRemoved"|"includeTeamDriveItems"|"pageSize"|"restrictToMyDrive"|"spaces"|"supportsAllDrives"|"supportsTeamDrives"|"teamDriveId"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "stop_channel": Write<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "list_drives": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"pageSize"|"pageToken"|"q"|"useDomainAdminAccess">
  "create_drive": Write<"requestId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"backgroundImageFile"|"backgroundImageLink"|"capabilities"|"colorRgb"|"createdTime"|"hidden"|"id"|"kind"|"name"|"orgUnitId"|"restrictions"|"themeId">
  "delete_drive": Write<"driveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"allowItemDeletion"|"useDomainAdminAccess">
  "get_drive": Read<"driveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"useDomainAdminAccess">
  "update_drive": Write<"driveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"useDomainAdminAccess"|"backgroundImageFile"|"backgroundImageLink"|"capabilities"|"colorRgb"|"createdTime"|"hidden"|"id"|"kind"|"name"|"orgUnitId"|"restrictions"|"themeId">
  "hide_drive": Write<"driveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "drives_unhide": Write<"driveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_files": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"corpora"|"corpus"|"driveId"|"includeItemsFromAllDrives"|"includeLabels"|"includePermissionsForView"|"includeTeamDriveItems"|"orderBy"|"pageSize"|"pageToken"|"q"|"spaces"|"supportsAllDrives"|"supportsTeamDrives"|"teamDriveId">
  "create_file": Write<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"enforceSingleParent"|"ignoreDefaultVisibility"|"includeLabels"|"includePermissionsForView"|"keepRevisionForever"|"ocrLanguage"|"supportsAllDrives"|"supportsTeamDrives"|"useContentAsIndexableText"|"body">
  "generate_file_ids": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"count"|"space"|"type">
  "files_empty_trash": Write<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"driveId"|"enforceSingleParent">
  "delete_file": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"enforceSingleParent"|"supportsAllDrives"|"supportsTeamDrives">
  "get_file": Read<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"acknowledgeAbuse"|"includeLabels"|"includePermissionsForView"|"supportsAllDrives"|"supportsTeamDrives">
  "update_file": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"addParents"|"enforceSingleParent"|"includeLabels"|"includePermissionsForView"|"keepRevisionForever"|"ocrLanguage"|"removeParents"|"supportsAllDrives"|"supportsTeamDrives"|"useContentAsIndexableText"|"body">
  "list_accessproposals": Read<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"pageSize"|"pageToken">
  "get_accessproposal": Read<"fileId"|"proposalId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "resolve_accessproposal": Write<"fileId"|"proposalId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body_action"|"role"|"sendNotification"|"view">
  "list_comments": Read<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includeDeleted"|"pageSize"|"pageToken"|"startModifiedTime">
  "create_comment": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"anchor"|"author"|"content"|"createdTime"|"deleted"|"htmlContent"|"id"|"kind"|"modifiedTime"|"quotedFileContent"|"replies"|"resolved">
  "delete_comment": Write<"fileId"|"commentId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_comment": Read<"fileId"|"commentId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includeDeleted">
  "update_comment": Write<"fileId"|"commentId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"anchor"|"author"|"content"|"createdTime"|"deleted"|"htmlContent"|"id"|"kind"|"modifiedTime"|"quotedFileContent"|"replies"|"resolved">
  "list_replies": Read<"fileId"|"commentId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includeDeleted"|"pageSize"|"pageToken">
  "create_reply": Write<"fileId"|"commentId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body_action"|"author"|"content"|"createdTime"|"deleted"|"htmlContent"|"id"|"kind"|"modifiedTime">
  "delete_reply": Write<"fileId"|"commentId"|"replyId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_reply": Read<"fileId"|"commentId"|"replyId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includeDeleted">
  "update_reply": Write<"fileId"|"commentId"|"replyId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"body_action"|"author"|"content"|"createdTime"|"deleted"|"htmlContent"|"id"|"kind"|"modifiedTime">
  "copy_file": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"enforceSingleParent"|"ignoreDefaultVisibility"|"includeLabels"|"includePermissionsForView"|"keepRevisionForever"|"ocrLanguage"|"supportsAllDrives"|"supportsTeamDrives"|"appProperties"|"capabilities"|"contentHints"|"contentRestrictions"|"copyRequiresWriterPermission"|"createdTime"|"description"|"driveId"|"explicitlyTrashed"|"fileExtension"|"folderColorRgb"|"fullFileExtension"|"hasAugmentedPermissions"|"hasThumbnail"|"headRevisionId"|"iconLink"|"id"|"imageMediaMetadata"|"inheritedPermissionsDisabled"|"isAppAuthorized"|"kind"|"labelInfo"|"lastModifyingUser"|"linkShareMetadata"|"md5Checksum"|"mimeType"|"modifiedByMe"|"modifiedByMeTime"|"modifiedTime"|"name"|"originalFilename"|"ownedByMe"|"owners"|"parents"|"permissionIds"|"permissions"|"properties"|"quotaBytesUsed"|"resourceKey"|"sha1Checksum"|"sha256Checksum"|"shared"|"sharedWithMeTime"|"sharingUser"|"shortcutDetails"|"size"|"spaces"|"starred"|"teamDriveId"|"thumbnailLink"|"thumbnailVersion"|"trashed"|"trashedTime"|"trashingUser"|"version"|"videoMediaMetadata"|"viewedByMe"|"viewedByMeTime"|"viewersCanCopyContent"|"webContentLink"|"webViewLink"|"writersCanShare">
  "download_drive_file": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"mimeType"|"revisionId">
  "export_drive_file": Read<"fileId"|"mimeType"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_file_labels": Read<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"maxResults"|"pageToken">
  "modify_file_labels": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"kind"|"labelModifications">
  "list_permissions": Read<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"includePermissionsForView"|"pageSize"|"pageToken"|"supportsAllDrives"|"supportsTeamDrives"|"useDomainAdminAccess">
  "create_permission": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"emailMessage"|"enforceSingleParent"|"moveToNewOwnersRoot"|"sendNotificationEmail"|"supportsAllDrives"|"supportsTeamDrives"|"transferOwnership"|"useDomainAdminAccess"|"allowFileDiscovery"|"deleted"|"displayName"|"domain"|"emailAddress"|"expirationTime"|"id"|"inheritedPermissionsDisabled"|"kind"|"pendingOwner"|"photoLink"|"role"|"type"|"view">
  "delete_permission": Write<"fileId"|"permissionId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"enforceExpansiveAccess"|"supportsAllDrives"|"supportsTeamDrives"|"useDomainAdminAccess">
  "get_permission": Read<"fileId"|"permissionId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"supportsAllDrives"|"supportsTeamDrives"|"useDomainAdminAccess">
  "update_permission": Write<"fileId"|"permissionId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"enforceExpansiveAccess"|"removeExpiration"|"supportsAllDrives"|"supportsTeamDrives"|"transferOwnership"|"useDomainAdminAccess"|"allowFileDiscovery"|"deleted"|"displayName"|"domain"|"emailAddress"|"expirationTime"|"id"|"inheritedPermissionsDisabled"|"kind"|"pendingOwner"|"photoLink"|"role"|"type"|"view">
  "list_revisions": Read<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"pageSize"|"pageToken">
  "delete_revision": Write<"fileId"|"revisionId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_revision": Read<"fileId"|"revisionId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"acknowledgeAbuse">
  "update_revision": Write<"fileId"|"revisionId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"exportLinks"|"id"|"keepForever"|"kind"|"lastModifyingUser"|"md5Checksum"|"mimeType"|"modifiedTime"|"originalFilename"|"publishAuto"|"published"|"publishedLink"|"publishedOutsideDomain"|"size">
  "watch_file": Write<"fileId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"acknowledgeAbuse"|"includeLabels"|"includePermissionsForView"|"supportsAllDrives"|"supportsTeamDrives"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "list_operations": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"filter"|"name"|"pageSize"|"pageToken">
  "delete_operation": Write<"name"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_operation": Read<"name"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "cancel_operation": Write<"name"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "list_teamdrives": Read<"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"pageSize"|"pageToken"|"q"|"useDomainAdminAccess">
  "create_teamdrive": Write<"requestId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"backgroundImageFile"|"backgroundImageLink"|"capabilities"|"colorRgb"|"createdTime"|"id"|"kind"|"name"|"orgUnitId"|"restrictions"|"themeId">
  "delete_teamdrive": Write<"teamDriveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv">
  "get_teamdrive": Read<"teamDriveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"useDomainAdminAccess">
  "update_teamdrive": Write<"teamDriveId"|"alt"|"callback"|"fields"|"prettyPrint"|"quotaUser"|"upload_protocol"|"uploadType"|"xgafv"|"useDomainAdminAccess"|"backgroundImageFile"|"backgroundImageLink"|"capabilities"|"colorRgb"|"createdTime"|"id"|"kind"|"name"|"orgUnitId"|"restrictions"|"themeId">
}
