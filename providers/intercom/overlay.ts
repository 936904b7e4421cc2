import { apiKey, cursor, imported, messageAt, oauth2, oneOf, origin, pattern } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import * as conversations from './conversations.ts'

/** https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor */
const size = { into: 'per_page', max: 150 }
const pages = cursor({ items: '/conversations', next: '/pages/next/starting_after', into: 'starting_after', size })

/**
 * https://developers.intercom.com/docs/references/introduction
 * To know: A workspace in Europe or Australia has an address of its own, which a sign-in tells: https://developers.intercom.com/docs/references/2.9/rest-api/api.intercom.io/models/conversation_part_author
 */
export default imported<Document>()({
  id: 'intercom',
  title: 'Intercom',
  /** https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis#regions */
  origin: origin`https://${'host'}.intercom.io`,
  settings: {
    host: pattern('^api(\\.eu|\\.au)?$', 6, 'Where your data is: api, or api.eu for Europe, or api.au for Australia'),
  },
  auth: oneOf({
    /**
     * Tokens don't expire, and the application says what they allow:
     * https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth
     */
    oauth: oauth2({
      authorize: 'https://app.intercom.com/oauth',
      token: 'https://api.intercom.io/auth/eagle/token',
      scopes: {},
      clientAuth: 'post',
      /**
       * https://developers.intercom.com/docs/references/rest-api/api.intercom.io/admins/identifyadmin: `api` routes the read to the
       * workspace's region, which is then the host of all calls.
       */
      tells: {
        host: {
          read: 'https://api.intercom.io/me',
          answer: '/app/region',
          values: { US: 'api', EU: 'api.eu', AU: 'api.au' },
        },
      },
      rotates: false,
    }),
    /** The token of an application of your own: https://developers.intercom.com/docs/build-an-integration/learn-more/authentication */
    token: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  }),
  credentialsPage: 'https://app.intercom.com/a/apps/_/developer-hub',
  credentialFields: { key: { label: 'Access token' } },
  headers: { 'Intercom-Version': '2.16' },
  probe: { action: 'get_me', params: {}, identity: ['/app/name', '/email'] },
  is: {
    create_phone_switch: ['sends'],
    update_contact: ['grants'],
    merge_contact: ['deletes'],
    attach_contact_to_conversation: ['shares'],
    create_collection: ['publishes'],
    update_collection: ['publishes'],
    create_help_center_redirect: ['publishes'],
    create_company_note: [],
    create_tag: [],
  },
  actions: {
    ...conversations,
    list_conversations: {
      from: 'list_conversations',
      keep: [],
      pages,
      description: 'List conversations, the last changed first',
      synonyms: ['chats', 'inbox', 'messages'],
    },
    get_contact: {
      from: 'show_contact',
      keep: [],
      ttl: '30s',
      description: 'Get a contact: a user or a lead',
      synonyms: ['customer', 'person', 'profile'],
    },
    tag_conversation: {
      from: 'attach_tag_to_conversation',
      keep: [],
      idempotent: true,
      description: 'Tag a conversation',
      synonyms: ['label', 'category', 'mark'],
      is: [],
    },
    search_articles: {
      from: 'search_articles',
      keep: ['phrase', 'state'],
      ttl: '60s',
      description: 'Search the articles of the help center',
      synonyms: ['faq', 'knowledge base', 'docs', 'find'],
    },
    list_tags: {
      from: 'list_tags',
      keep: [],
      ttl: '5m',
      description: 'List the tags',
      synonyms: ['labels', 'categories'],
    },
    list_admins: {
      from: 'list_admins',
      keep: [],
      ttl: '5m',
      description: 'List the teammates: who answers conversations',
      synonyms: ['agents', 'admins', 'staff'],
    },
    get_me: {
      from: 'get_identify_admin',
      keep: [],
      ttl: '5m',
      description: 'Get the teammate and the workspace that calls are made as',
      synonyms: ['who am i', 'account'],
    },
  },
  /** https://developers.intercom.com/docs/references/rest-api/errors/rate-limiting */
  limits: { headers: 'X-RateLimit-*' },
  /** https://developers.intercom.com/docs/references/rest-api/errors/error-objects */
  failure: messageAt('/errors/0/message'),
})
