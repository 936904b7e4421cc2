import { clearable, optional, read, Type, text, write } from '@patchbay/core/provider'
import { aList, channel_id, id, team_id, thing } from './parameters.ts'

/** https://learn.microsoft.com/en-us/graph/api/group-update: name and description are the group's. */
export const update_team = write('PATCH /v1.0/groups/{team_id}', {
  description: "Change a team's name or description",
  synonyms: ['rename', 'edit', 'title'],
  is: [],
  roles: { destination: ['/team_id'], text: ['/name', '/description'] },
  idempotent: true,
  params: {
    team_id,
    ...optional({ name: text(256, 'Name of the team'), description: clearable(text(1024, 'What it is for')) }),
  },
  rename: { name: 'displayName' },
  request: ({ description }) => ({ body: { description: description === null ? '' : description } }),
})

/** https://learn.microsoft.com/en-us/graph/api/group-delete: people can restore it for 30 days. */
export const delete_team = write('DELETE /v1.0/groups/{team_id}', {
  description: 'Delete a team with its channels and files; administrators can restore it for 30 days',
  synonyms: ['remove', 'dissolve', 'group'],
  is: ['deletes'],
  roles: { destination: ['/team_id'] },
  idempotent: true,
  params: { team_id },
})

/** https://learn.microsoft.com/en-us/graph/api/channel-list-tabs */
export const list_tabs = read('GET /v1.0/teams/{team_id}/channels/{channel_id}/tabs', {
  description: 'List the tabs of a channel',
  synonyms: ['pinned pages', 'apps of a channel'],
  ttl: '1m',
  params: { team_id, channel_id },
  request: () => ({ query: { $expand: 'teamsApp' } }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/teams-configuring-builtin-tabs#website-tabs */
const websiteApp = 'https://graph.microsoft.com/v1.0/appCatalogs/teamsApps/com.microsoft.teamspace.tab.web'

/** https://learn.microsoft.com/en-us/graph/api/channel-post-tabs */
export const add_tab = write('POST /v1.0/teams/{team_id}/channels/{channel_id}/tabs', {
  description: 'Add a tab to a channel that shows a website',
  synonyms: ['pin a page', 'link', 'web page', 'new tab'],
  is: ['shares'],
  roles: { destination: ['/channel_id'], text: ['/name'] },
  additive: true,
  params: {
    team_id,
    channel_id,
    name: text(128, 'Name of the tab'),
    url: Type.String({ pattern: '^https://', maxLength: 2000, description: 'Address of the website' }),
  },
  rename: { name: 'displayName' },
  request: ({ url }) => ({
    body: {
      url: undefined,
      'teamsApp@odata.bind': websiteApp,
      configuration: { contentUrl: url, websiteUrl: url },
    },
  }),
  result: thing,
})

/** https://learn.microsoft.com/en-us/graph/api/channel-delete-tabs */
export const remove_tab = write('DELETE /v1.0/teams/{team_id}/channels/{channel_id}/tabs/{tab_id}', {
  description: 'Remove a tab from a channel',
  synonyms: ['unpin', 'delete', 'website'],
  is: ['deletes'],
  roles: { destination: ['/channel_id'] },
  idempotent: true,
  params: { team_id, channel_id, tab_id: id('Id of the tab: list_tabs lists them') },
})

/** https://learn.microsoft.com/en-us/graph/api/team-list-installedapps */
export const list_apps = read('GET /v1.0/teams/{team_id}/installedApps', {
  description: 'List the apps that are installed in a team',
  synonyms: ['bots', 'integrations', 'add-ins', 'installed'],
  ttl: '5m',
  params: { team_id },
  request: () => ({ query: { $expand: 'teamsApp' } }),
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/teamworktag-list */
export const list_tags = read('GET /v1.0/teams/{team_id}/tags', {
  description: 'List the tags of a team, by which groups of its members are mentioned',
  synonyms: ['mention groups', 'on-call', 'labels of people'],
  ttl: '5m',
  params: { team_id },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/teamworktagmember-list */
export const list_tag_members = read('GET /v1.0/teams/{team_id}/tags/{tag_id}/members', {
  description: 'List the people who have a tag of a team',
  synonyms: ['who belongs to', 'mention group', 'on-call'],
  ttl: '5m',
  params: { team_id, tag_id: id('Id of the tag: list_tags lists them') },
  ...aList,
})

/** https://learn.microsoft.com/en-us/graph/api/schedule-list-shifts */
export const list_shifts = read('GET /v1.0/teams/{team_id}/schedule/shifts', {
  description: 'List the shifts of a team: who works when',
  synonyms: ['on shift', 'rota', 'roster', 'schedule', 'duty'],
  params: {
    team_id,
    filter: optional(text(500, 'A condition of OData, e.g. sharedShift/startDateTime ge 2026-03-11T00:00:00.000Z')),
  },
  rename: { filter: '$filter' },
  ...aList,
})
