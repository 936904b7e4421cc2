import { apiKey, cursor, imported, oauth2, oneOf } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { failure } from './failure.ts'

const size = { into: 'page_size', max: 1000 } // https://developers.figma.com/docs/rest-api/component-endpoints
const pages = cursor({ items: '/meta/components', next: '/meta/cursor/after', into: 'after', size })

/** https://developers.figma.com/docs/rest-api/ */
export default imported<Document>()({
  id: 'figma',
  title: 'Figma',
  origin: 'https://api.figma.com',
  auth: oneOf({
    /** https://developers.figma.com/docs/rest-api/authentication https://developers.figma.com/docs/rest-api/scopes/ */
    // Not confirmed: That Figma takes PKCE stands on no page of it that we found. Others send it, and are answered.
    oauth: oauth2({
      authorize: 'https://www.figma.com/oauth',
      token: 'https://api.figma.com/v1/oauth/token',
      refresh: 'https://api.figma.com/v1/oauth/refresh',
      scopes: {
        'current_user:read': 'Read your name and address',
        'file_content:read': 'Read the contents of files',
        'file_metadata:read': 'Read when files were changed, and by whom',
        'file_versions:read': 'Read the history of files',
        'library_content:read': 'Read the components and styles of files',
        'team_library_content:read': 'Read the components and styles of teams',
        'file_comments:read': 'Read comments',
        'file_comments:write': 'Write and delete comments',
      },
      // To know: Only a private application of your organization may ask for `projects:read`, which lists of projects and their files need.
      optionalScopes: {
        'projects:read': 'List projects and their files',
        'file_dev_resources:read': 'Read links that developers set',
        'file_dev_resources:write': 'Set links for developers',
      },
      clientAuth: 'basic',
      pkce: true,
      rotates: false,
    }),
    /** https://developers.figma.com/docs/rest-api/personal-access-tokens/: a token's scopes say what it may read and write. */
    token: apiKey({ header: 'X-Figma-Token' }),
  }),
  credentialsPage: 'https://www.figma.com/settings',
  credentialFields: { key: { label: 'Personal access token', hint: 'Begins with figd_' } },
  probe: { action: 'get_me', params: {}, identity: ['/email', '/handle'] },
  is: {
    create_file_variable: ['deletes'],
    post_comment_reaction: [],
    create_dev_resource: [],
    update_dev_resource: [],
  },
  actions: {
    get_me: {
      from: 'get_me',
      ttl: '5m',
      description: 'Get the user that calls are made as',
      synonyms: ['who am i', 'profile', 'account'],
    },
    get_file: {
      from: 'get_file',
      keep: ['ids', 'depth', 'version'],
      ttl: '60s',
      description: "Get a file's pages, frames and layers as JSON",
      synonyms: ['design', 'document', 'contents'],
    },
    get_file_nodes: {
      from: 'get_file_nodes',
      keep: ['depth', 'version'],
      ttl: '60s',
      description: 'Get some frames or layers of a file as JSON',
      synonyms: ['nodes', 'design', 'components'],
    },
    get_file_metadata: {
      from: 'get_file_meta',
      ttl: '60s',
      description: "Get a file's name, owner and last change, without its contents",
      synonyms: ['who changed', 'last edited', 'thumbnail'],
    },
    export_images: {
      from: 'get_images',
      keep: ['format', 'scale'],
      description: 'Export frames or layers of a file as images: PNG, JPG, SVG or PDF',
      synonyms: ['render', 'download', 'screenshot', 'picture'],
    },
    list_components: {
      from: 'get_file_components',
      ttl: '5m',
      description: 'List the components that a file publishes',
      synonyms: ['design system', 'library'],
    },
    list_team_components: {
      from: 'get_team_components',
      keep: [],
      pages,
      ttl: '5m',
      description: "List the components that a team's libraries publish",
      synonyms: ['design system', 'shared'],
    },
    list_styles: {
      from: 'get_file_styles',
      ttl: '5m',
      description: 'List the styles that a file publishes: colors, texts, effects',
      synonyms: ['typography', 'design tokens', 'fonts'],
    },
    list_versions: {
      from: 'get_file_versions',
      keep: [],
      description: 'List the versions of a file with who saved them',
      synonyms: ['history', 'revisions', 'changes'],
    },
    list_comments: {
      from: 'list_file_comments',
      description: 'List the comments on a file',
      synonyms: ['feedback', 'discussion', 'remarks'],
    },
    add_comment: {
      from: 'post_comment',
      additive: true,
      description: 'Comment on a file, or reply to a comment',
      synonyms: ['feedback', 'leave', 'write', 'note'],
      is: ['sends'],
      roles: { destination: ['/file_key'], text: ['/message'], derives: ['recipient'] },
    },
    list_team_projects: {
      from: 'get_team_projects',
      ttl: '5m',
      description: 'List the projects of a team',
      synonyms: ['folders'],
    },
    list_project_files: {
      from: 'get_project_files',
      keep: [],
      ttl: '60s',
      description: 'List the files of a project',
      synonyms: ['designs', 'drafts'],
    },
  },
  /** https://developers.figma.com/docs/rest-api/rate-limits: a limit of its own for each tier of endpoints. */
  limits: { headers: 'Retry-After', per: 'action' },
  failure,
})
