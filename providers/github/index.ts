import { behind, oauth2, provider } from '@patchbay/core/provider'
import type { Document } from './.generated/document.ts'
import { documentClasses } from './document-classes.ts'
import { failure } from './failure.ts'
import * as files from './files.ts'
import * as issues from './issues.ts'
import * as pulls from './pulls.ts'
import * as repositories from './repositories.ts'
import * as workflows from './workflows.ts'

/** GitHub's REST API: https://docs.github.com/en/rest */
export default provider({
  id: 'github',
  title: 'GitHub',
  origin: 'https://api.github.com',
  /**
   * A personal, app installation or OAuth token is a bearer token alike. Only a GitHub App's user tokens are refreshed:
   * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
   * To know: Without push access GitHub drops the milestone of an issue and says nothing. https://docs.github.com/en/rest/issues/issues#update-an-issue
   */
  auth: oauth2({
    authorize: 'https://github.com/login/oauth/authorize',
    /** https://github.com/login/oauth/.well-known/openid-configuration */
    issuers: ['https://github.com/login/oauth'],
    token: 'https://github.com/login/oauth/access_token',
    clientAuth: 'post',
    /** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps; a GitHub App has permissions instead. */
    scopes: {
      repo: 'Read and write your repositories, private ones as well, with their issues, pull requests and workflow runs',
      'read:org': 'Read which organizations and teams you belong to',
      'read:user': 'Read your profile',
    },
    optionalScopes: { workflow: 'Add and change workflow files of GitHub Actions' },
    rotates: true,
    // https://github.blog/changelog/2025-07-14-pkce-support-for-oauth-and-github-app-authentication
    pkce: true,
    // https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-authorization
    revoke: {
      url: 'https://api.github.com/applications/{client_id}/grant',
      method: 'DELETE',
      token: 'access',
      authentication: 'basic',
      json: 'access_token',
      ends: 'grant',
    },
  }),
  headers: {
    /** GitHub's own type, and the one by which its OpenAPI document calls the same. */
    Accept: 'application/vnd.github+json, application/json',
    /** https://docs.github.com/en/rest/about-the-rest-api/api-versions */
    'X-GitHub-Api-Version': '2022-11-28',
  },
  arrays: 'comma',
  /** Works with every kind of token, and costs nothing of the limit that it reads. */
  probe: { action: 'get_rate_limit', params: {}, identity: { action: 'get_user', params: {}, at: '/login' } },
  actions: { ...repositories, ...issues, ...pulls, ...files, ...workflows },
  /** The other actions of GitHub's OpenAPI document: https://github.com/github/rest-api-description */
  overlay: behind<Document>({ is: documentClasses }),
  /**
   * Searches have a limit of their own, which `X-RateLimit-Resource` names:
   * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#checking-the-status-of-your-rate-limit
   */
  limits: { headers: 'X-RateLimit-*' },
  /** It clones a private repository, without the gateway. */
  withhold: ['temp_clone_token'],
  failure,
})
