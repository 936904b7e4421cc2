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
  probe: { action: 'get_me', params: {}, identity: ['/email', '/handle'] },
  actions: {
    get_me: { from: 'get_me', ttl: '5m', synonyms: ['who am i', 'profile'] },
    get_file: { from: 'get_file', keep: ['ids', 'depth', 'version'], ttl: '60s', synonyms: ['design', 'layers'] },
    get_file_nodes: { from: 'get_file_nodes', keep: ['depth', 'version'], ttl: '60s', synonyms: ['frames'] },
    get_file_metadata: { from: 'get_file_meta', ttl: '60s', synonyms: ['last change', 'owner'] },
    export_images: { from: 'get_images', keep: ['format', 'scale'], synonyms: ['render', 'png', 'svg', 'pdf'] },
    list_components: { from: 'get_file_components', ttl: '5m', synonyms: ['design system', 'library'] },
    list_team_components: { from: 'get_team_components', keep: [], pages, ttl: '5m' },
    list_styles: { from: 'get_file_styles', ttl: '5m', synonyms: ['colors', 'typography'] },
    list_versions: { from: 'get_file_versions', keep: [], synonyms: ['history'] },
    list_comments: { from: 'list_file_comments', synonyms: ['feedback', 'discussion'] },
    add_comment: { from: 'post_comment', additive: true, synonyms: ['feedback', 'reply'] },
    list_team_projects: { from: 'get_team_projects', ttl: '5m', synonyms: ['folders'] },
    list_project_files: { from: 'get_project_files', keep: [], ttl: '60s', synonyms: ['designs'] },
  },
  /** https://developers.figma.com/docs/rest-api/rate-limits: a limit of its own for each tier of endpoints. */
  limits: { headers: 'Retry-After', per: 'action' },
  failure,
})
