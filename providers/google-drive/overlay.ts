import { cursor, imported, meaningAt, messageAt, oauth2, Type } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as files from './files.ts'
import { everywhere, fields, found } from './fill.ts'

const file = { file_id: 'fileId' } as const
const ofFile = { keep: [], rename: file } as const
const search = { keep: ['q', 'orderBy'], fill: found, ttl: '30s' } as const
const shared = ['role', 'type', 'emailAddress', 'domain', 'sendNotificationEmail', 'emailMessage'] as const
const sharing = { keep: shared, fill: everywhere, rename: file } as const
const unsharing = { keep: [], fill: everywhere, rename: { ...file, permission_id: 'permissionId' } } as const
const pages = (items: `/${string}`, max: number) =>
  cursor({ items, next: '/nextPageToken', into: 'pageToken', size: { into: 'pageSize', max } })

/** Rate limits are a 403 too: https://developers.google.com/workspace/drive/api/guides/handle-errors */
const limits = ['rateLimitExceeded', 'userRateLimitExceeded']
const said = messageAt('/error/message', '/error_description', '/error')
const failure = meaningAt('/error/errors/0/reason', limits, { retryAfter: 1 }, said)

/**
 * Google Drive, version 3: https://developers.google.com/workspace/drive/api/reference/rest/v3
 * To know: Access that people give to an application whose project Google has not put into production may end after 7 days: https://developers.google.com/identity/protocols/oauth2#expiration
 */
export default imported<Document>()({
  id: 'google-drive',
  title: 'Google Drive',
  origin: 'https://www.googleapis.com',
  /** https://developers.google.com/workspace/drive/api/guides/api-specific-auth https://developers.google.com/identity/protocols/oauth2/web-server */
  auth: oauth2({
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    /** https://accounts.google.com/.well-known/openid-configuration */
    issuers: ['https://accounts.google.com'],
    token: 'https://oauth2.googleapis.com/token',
    scopes: {
      'https://www.googleapis.com/auth/drive.readonly': 'See and download all files',
      'https://www.googleapis.com/auth/drive.file': 'Add files, and change and share the files that this app added',
    },
    optionalScopes: { 'https://www.googleapis.com/auth/drive': 'Change, share and delete all files' },
    parameters: { access_type: 'offline', prompt: 'consent' },
    revoke: { url: 'https://oauth2.googleapis.com/revoke', authentication: 'none', ends: 'grant' },
    clientAuth: 'post',
    pkce: true,
    rotates: false,
  }),
  credentialsPage: 'https://console.cloud.google.com/apis/credentials',
  probe: { action: 'get_me', params: {}, identity: '/user/emailAddress' },
  is: {
    stop_channel: ['grants'],
    update_drive: ['grants'],
    update_teamdrive: ['grants'],
    hide_drive: [],
    drives_unhide: [],
    download_drive_file: [],
  },
  actions: {
    ...files,
    search_files: {
      ...search,
      from: 'list_files',
      pages: pages('/files', 1000),
      description: 'Search files and folders by name, text, owner or type, or list them',
      synonyms: ['find', 'look for', 'documents', 'spreadsheets', 'recent', 'list files'],
    },
    get_file: {
      from: 'get_file',
      ...ofFile,
      fill: { ...everywhere, fields },
      ttl: '30s',
      description: "Get a file's name, type, owner, link and size, without its contents",
      synonyms: ['metadata', 'details', 'url'],
    },
    copy_file: {
      from: 'copy_file',
      keep: ['name', 'parents'],
      fill: everywhere,
      rename: file,
      additive: true,
      description: 'Copy a file',
      synonyms: ['duplicate', 'clone', 'template'],
      is: ['shares'],
      roles: { destination: ['/parents'], text: ['/name'] },
    },
    share_file: {
      ...sharing,
      from: 'create_permission',
      description: 'Share a file or folder with a person, a group or everyone with the link',
      synonyms: ['give access', 'invite', 'permission', 'grant', 'document'],
      is: ['sends', 'shares', 'publishes', 'grants'],
      roles: { recipient: ['/emailAddress', '/domain'], text: ['/emailMessage'] },
    },
    list_permissions: {
      ...ofFile,
      from: 'list_permissions',
      fill: everywhere,
      pages: pages('/permissions', 100),
      description: 'List who has access to a file or folder',
      synonyms: ['who can see', 'shared with', 'sharing', 'collaborators'],
    },
    unshare_file: {
      ...unsharing,
      from: 'delete_permission',
      description: "Take away somebody's access to a file or folder",
      answers: Type.Null(),
      synonyms: ['revoke', 'stop sharing', 'permission'],
      is: ['deletes', 'grants'],
    },
    list_comments: {
      ...ofFile,
      from: 'list_comments',
      fill: { fields: '*' },
      pages: pages('/comments', 100),
      description: 'List the comments on a file',
      synonyms: ['discussion', 'feedback', 'replies'],
    },
    add_comment: {
      from: 'create_comment',
      keep: ['content'],
      fill: { fields: '*' },
      rename: file,
      additive: true,
      description: 'Comment on a file',
      synonyms: ['feedback', 'note', 'reply'],
      is: ['sends'],
      roles: { destination: ['/file_id'], text: ['/content'], derives: ['recipient'] },
    },
    get_me: {
      from: 'get_about',
      keep: [],
      fill: { fields: 'user,storageQuota' },
      ttl: '5m',
      description: 'Get the account that calls are made as, and how much storage it uses',
      synonyms: ['who am i', 'quota', 'space left'],
    },
  },
  /** The document has only their uploads, which go to another path. */
  hide: ['create_file', 'update_file'],
  failure,
})
