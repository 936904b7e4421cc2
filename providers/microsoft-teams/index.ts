import { endpoint, messageAt, oauth2, pattern, provider } from '@patchbay/core/provider'
import * as channels from './channels.ts'
import * as chats from './chats.ts'
import * as meetings from './meetings.ts'
import * as members from './members.ts'
import * as messages from './messages.ts'
import * as pinned from './pinned.ts'
import * as presence from './presence.ts'
import * as teams from './teams.ts'

/**
 * Microsoft Teams by Microsoft Graph: https://learn.microsoft.com/en-us/graph/teams-concept-overview
 * To know: personal Microsoft accounts have no Teams; several optional scopes need an administrator of the directory.
 * To know: create_team answers before the team is there; its channels come within seconds.
 * To know: transcripts, recordings and attendance are of meetings that stand in a calendar, and may be charged: https://learn.microsoft.com/en-us/graph/teams-licenses
 */
export default provider({
  id: 'microsoft-teams',
  title: 'Microsoft Teams',
  origin: 'https://graph.microsoft.com',
  settings: {
    directory: pattern('^[a-z0-9-]+(\\.[a-z0-9-]+)*$', 253, 'Id or domain of your Microsoft directory, or common'),
  },
  /** https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow; an old refresh token isn't ended: https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens */
  auth: oauth2({
    authorize: endpoint`https://login.microsoftonline.com/${'directory'}/oauth2/v2.0/authorize`,
    /** With the id of the person's own directory: https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
    issuers: ['https://login.microsoftonline.com/*/v2.0'],
    token: endpoint`https://login.microsoftonline.com/${'directory'}/oauth2/v2.0/token`,
    scopes: {
      offline_access: 'Stay connected',
      'User.Read': 'See who you are',
      'Team.ReadBasic.All': 'See teams',
      'Channel.ReadBasic.All': 'See channels',
      'ChannelMessage.Send': 'Post to channels',
      'Chat.ReadWrite': 'Read and write chats',
      'User.ReadBasic.All': 'See the people of the organization',
    },
    /** https://learn.microsoft.com/en-us/graph/permissions-reference says which need an administrator. */
    optionalScopes: {
      'Channel.Create': 'Create channels; an administrator of the directory has to allow it',
      'Channel.Delete.All': 'Delete channels; an administrator of the directory has to allow it',
      'ChannelSettings.ReadWrite.All': 'Rename channels; an administrator of the directory has to allow it',
      'ChannelMember.ReadWrite.All':
        'Change the members of channels; an administrator of the directory has to allow it',
      'ChannelMessage.ReadWrite':
        'Change and delete your messages in channels; an administrator of the directory has to allow it',
      'Team.Create': 'Create teams',
      'TeamSettings.ReadWrite.All': 'Archive teams; an administrator of the directory has to allow it',
      'TeamMember.ReadWrite.All': 'Change the members of teams; an administrator of the directory has to allow it',
      'OnlineMeetings.ReadWrite': 'Read and schedule online meetings',
      'OnlineMeetingArtifact.Read.All': 'See who attended meetings',
      'OnlineMeetingTranscript.Read.All':
        'Read transcripts of meetings; an administrator of the directory has to allow it',
      'OnlineMeetingRecording.Read.All':
        'See recordings of meetings; an administrator of the directory has to allow it',
      'Files.ReadWrite.All': 'Read and write the files of channels',
      'Presence.Read.All': 'See who is available',
      'Presence.ReadWrite': "Set the user's own status and status message",
      'TeamsTab.ReadWriteForTeam':
        'Add and remove the tabs of channels; an administrator of the directory has to allow it',
      'TeamsAppInstallation.ReadForTeam':
        'See which apps teams have; an administrator of the directory has to allow it',
      'ChatMember.ReadWrite':
        'Remove people from chats, or leave them; an administrator of the directory has to allow it',
      'TeamworkTag.Read': 'See the tags of teams; an administrator of the directory has to allow it',
      'Schedule.Read.All': 'See shifts; an administrator of the directory has to allow it',
      'Group.ReadWrite.All': 'Rename and delete teams; an administrator of the directory has to allow it',
      'ChannelMessage.Read.All': 'Read the messages of channels; an administrator of the directory has to allow it',
      'TeamMember.Read.All': 'See the members of teams; an administrator of the directory has to allow it',
    },
    clientAuth: 'post',
    pkce: true,
    rotates: false,
  }),
  probe: { action: 'get_me', params: {}, identity: ['/userPrincipalName', '/mail'] },
  actions: { ...channels, ...chats, ...members, ...messages, ...meetings, ...presence, ...pinned, ...teams },
  listed: [
    'list_teams',
    'list_team_members',
    'list_channels',
    'create_channel',
    'list_messages',
    'list_replies',
    'post_message',
    'reply',
    'list_chats',
    'list_chat_members',
    'list_chat_messages',
    'send_chat_message',
    'get_me',
    'list_users',
  ],
  /** https://learn.microsoft.com/en-us/graph/throttling */
  limits: { headers: 'Retry-After' },
  /** https://learn.microsoft.com/en-us/graph/errors */
  failure: messageAt('/error/message', '/error/code'),
})
