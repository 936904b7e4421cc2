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
  "insert_calendar": Write<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"conferenceProperties"|"description"|"etag"|"id"|"kind"|"location"|"summary"|"timeZone">
  "delete_calendar": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "get_calendar": Read<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "patch_calendar": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"conferenceProperties"|"description"|"etag"|"id"|"kind"|"location"|"summary"|"timeZone">
  "update_calendar": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"conferenceProperties"|"description"|"etag"|"id"|"kind"|"location"|"summary"|"timeZone">
  "list_acl": Read<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"maxResults"|"pageToken"|"showDeleted"|"syncToken">
  "insert_acl": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"sendNotifications"|"etag"|"id"|"kind"|"role"|"scope">
  "watch_acl": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"maxResults"|"pageToken"|"showDeleted"|"syncToken"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "delete_acl": Write<"calendarId"|"ruleId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "get_acl": Read<"calendarId"|"ruleId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "patch_acl": Write<"calendarId"|"ruleId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"sendNotifications"|"etag"|"id"|"kind"|"role"|"scope">
  "update_acl": Write<"calendarId"|"ruleId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"sendNotifications"|"etag"|"id"|"kind"|"role"|"scope">
  "clear_calendar": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "list_events": Read<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"alwaysIncludeEmail"|"eventTypes"|"iCalUID"|"maxAttendees"|"maxResults"|"orderBy"|"pageToken"|"privateExtendedProperty"|"q"|"sharedExtendedProperty"|"showDeleted"|"showHiddenInvitations"|"singleEvents"|"syncToken"|"timeMax"|"timeMin"|"timeZone"|"updatedMin">
  "insert_event": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"conferenceDataVersion"|"maxAttendees"|"sendNotifications"|"sendUpdates"|"supportsAttachments"|"anyoneCanAddSelf"|"attachments"|"attendees"|"attendeesOmitted"|"birthdayProperties"|"colorId"|"conferenceData"|"created"|"creator"|"description"|"end"|"endTimeUnspecified"|"etag"|"eventType"|"extendedProperties"|"focusTimeProperties"|"gadget"|"guestsCanInviteOthers"|"guestsCanModify"|"guestsCanSeeOtherGuests"|"hangoutLink"|"htmlLink"|"iCalUID"|"id"|"kind"|"location"|"locked"|"organizer"|"originalStartTime"|"outOfOfficeProperties"|"privateCopy"|"recurrence"|"recurringEventId"|"reminders"|"sequence"|"source"|"start"|"status"|"summary"|"transparency"|"updated"|"visibility"|"workingLocationProperties">
  "import_event": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"conferenceDataVersion"|"supportsAttachments"|"anyoneCanAddSelf"|"attachments"|"attendees"|"attendeesOmitted"|"birthdayProperties"|"colorId"|"conferenceData"|"created"|"creator"|"description"|"end"|"endTimeUnspecified"|"etag"|"eventType"|"extendedProperties"|"focusTimeProperties"|"gadget"|"guestsCanInviteOthers"|"guestsCanModify"|"guestsCanSeeOtherGuests"|"hangoutLink"|"htmlLink"|"iCalUID"|"id"|"kind"|"location"|"locked"|"organizer"|"originalStartTime"|"outOfOfficeProperties"|"privateCopy"|"recurrence"|"recurringEventId"|"reminders"|"sequence"|"source"|"start"|"status"|"summary"|"transparency"|"updated"|"visibility"|"workingLocationProperties">
  "add_events_quick": Write<"calendarId"|"text"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"sendNotifications"|"sendUpdates">
  "watch_event": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"alwaysIncludeEmail"|"eventTypes"|"iCalUID"|"maxAttendees"|"maxResults"|"orderBy"|"pageToken"|"privateExtendedProperty"|"q"|"sharedExtendedProperty"|"showDeleted"|"showHiddenInvitations"|"singleEvents"|"syncToken"|"timeMax"|"timeMin"|"timeZone"|"updatedMin"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "delete_event": Write<"calendarId"|"eventId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"sendNotifications"|"sendUpdates">
  "get_event": Read<"calendarId"|"eventId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"alwaysIncludeEmail"|"maxAttendees"|"timeZone">
  "patch_event": Write<"calendarId"|"eventId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"alwaysIncludeEmail"|"conferenceDataVersion"|"maxAttendees"|"sendNotifications"|"sendUpdates"|"supportsAttachments"|"anyoneCanAddSelf"|"attachments"|"attendees"|"attendeesOmitted"|"birthdayProperties"|"colorId"|"conferenceData"|"created"|"creator"|"description"|"end"|"endTimeUnspecified"|"etag"|"eventType"|"extendedProperties"|"focusTimeProperties"|"gadget"|"guestsCanInviteOthers"|"guestsCanModify"|"guestsCanSeeOtherGuests"|"hangoutLink"|"htmlLink"|"iCalUID"|"id"|"kind"|"location"|"locked"|"organizer"|"originalStartTime"|"outOfOfficeProperties"|"privateCopy"|"recurrence"|"recurringEventId"|"reminders"|"sequence"|"source"|"start"|"status"|"summary"|"transparency"|"updated"|"visibility"|"workingLocationProperties">
  "update_calendar_event": Write<"calendarId"|"eventId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"alwaysIncludeEmail"|"conferenceDataVersion"|"maxAttendees"|"sendNotifications"|"sendUpdates"|"supportsAttachments"|"anyoneCanAddSelf"|"attachments"|"attendees"|"attendeesOmitted"|"birthdayProperties"|"colorId"|"conferenceData"|"created"|"creator"|"description"|"end"|"endTimeUnspecified"|"etag"|"eventType"|"extendedProperties"|"focusTimeProperties"|"gadget"|"guestsCanInviteOthers"|"guestsCanModify"|"guestsCanSeeOtherGuests"|"hangoutLink"|"htmlLink"|"iCalUID"|"id"|"kind"|"location"|"locked"|"organizer"|"originalStartTime"|"outOfOfficeProperties"|"privateCopy"|"recurrence"|"recurringEventId"|"reminders"|"sequence"|"source"|"start"|"status"|"summary"|"transparency"|"updated"|"visibility"|"workingLocationProperties">
  "get_events_instances": Read<"calendarId"|"eventId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"alwaysIncludeEmail"|"maxAttendees"|"maxResults"|"originalStart"|"pageToken"|"showDeleted"|"timeMax"|"timeMin"|"timeZone">
  "move_event": Write<"calendarId"|"eventId"|"destination"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"sendNotifications"|"sendUpdates">
  "stop_channel": Write<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "get_color": Read<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "query_freebusy": Read<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"calendarExpansionMax"|"groupExpansionMax"|"items"|"timeMax"|"timeMin"|"timeZone">
  "list_calendar_list": Read<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"maxResults"|"minAccessRole"|"pageToken"|"showDeleted"|"showHidden"|"syncToken">
  "insert_calendar_list": Write<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"colorRgbFormat"|"accessRole"|"backgroundColor"|"colorId"|"conferenceProperties"|"defaultReminders"|"deleted"|"description"|"etag"|"foregroundColor"|"hidden"|"id"|"kind"|"location"|"notificationSettings"|"primary"|"selected"|"summary"|"summaryOverride"|"timeZone">
  "watch_calendar_list": Write<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"maxResults"|"minAccessRole"|"pageToken"|"showDeleted"|"showHidden"|"syncToken"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "delete_calendar_list": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "get_calendar_list": Read<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
  "patch_calendar_list": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"colorRgbFormat"|"accessRole"|"backgroundColor"|"colorId"|"conferenceProperties"|"defaultReminders"|"deleted"|"description"|"etag"|"foregroundColor"|"hidden"|"id"|"kind"|"location"|"notificationSettings"|"primary"|"selected"|"summary"|"summaryOverride"|"timeZone">
  "update_calendar_list": Write<"calendarId"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"colorRgbFormat"|"accessRole"|"backgroundColor"|"colorId"|"conferenceProperties"|"defaultReminders"|"deleted"|"description"|"etag"|"foregroundColor"|"hidden"|"id"|"kind"|"location"|"notificationSettings"|"primary"|"selected"|"summary"|"summaryOverride"|"timeZone">
  "list_settings": Read<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"maxResults"|"pageToken"|"syncToken">
  "watch_setting": Write<"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp"|"maxResults"|"pageToken"|"syncToken"|"address"|"expiration"|"id"|"kind"|"params"|"payload"|"resourceId"|"resourceUri"|"token"|"type">
  "get_setting": Read<"setting"|"alt"|"fields"|"prettyPrint"|"quotaUser"|"userIp">
}
