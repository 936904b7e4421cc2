import { choice, clearable, flag, holds, madeSince, optional, read, Type, text, write } from '@patchbay/core/provider'
import * as github from './parameters.ts'

const { repository, pull_number, title, body, head, base, page, numbered } = github

/** GitHub lists all for a branch that no owner stands before: https://github.com/PyGithub/PyGithub/issues/1566 */
const qualifyHead = (owner: string, head: string): string => (head.includes(':') ? head : `${owner}:${head}`)

/** https://docs.github.com/en/rest/pulls/pulls#list-pull-requests */
export const list_pull_requests = read('GET /repos/{owner}/{repo}/pulls', {
  description: 'List the pull requests of a repository',
  synonyms: ['PRs', 'merge requests', 'open reviews'],
  params: {
    ...repository,
    ...optional({
      state: github.wantedState,
      head,
      base,
      sort: github.sort('created', 'updated', 'popularity', 'long-running'),
      direction: github.direction,
    }),
    page,
  },
  request: ({ owner, head }) => ({ query: { head: head && qualifyHead(owner, head) } }),
  ...github.declareList(numbered),
})

/**
 * Not cached: asking for it makes GitHub find out whether it can be merged, and the next answer says so.
 * https://docs.github.com/en/rest/pulls/pulls#get-a-pull-request
 */
export const get_pull_request = read('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
  description: 'Get a pull request; mergeable is null until GitHub has determined it',
  synonyms: ['PR', 'merge request'],
  params: { ...repository, pull_number },
  result: numbered,
})

/** https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files */
export const list_pull_request_files = read('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
  description: 'List the files that a pull request changes, with their patches; at most 3000',
  synonyms: ['PR', 'diff', 'changes', 'patch'],
  params: { ...repository, pull_number, page },
  ...github.declareList(Type.Object({ filename: Type.String(), status: Type.String() })),
})

/** https://docs.github.com/en/rest/pulls/pulls#create-a-pull-request */
export const create_pull_request = write('POST /repos/{owner}/{repo}/pulls', {
  description: 'Open a pull request',
  synonyms: ['PR', 'merge request', 'patch', 'review'],
  is: ['sends', 'publishes', 'runs'],
  roles: { destination: ['/owner', '/repo'], text: ['/title', '/body'], derives: ['recipient'] },
  additive: true,
  params: {
    ...repository,
    title,
    head,
    base,
    ...optional({
      body,
      draft: flag('Whether it is a draft'),
      maintainer_can_modify: flag('Whether maintainers can push to its branch'),
    }),
  },
  result: numbered,
  confirm: {
    read: list_pull_requests,
    params: {
      ...github.sameRepository,
      state: 'all',
      head: ({ head }) => head,
      base: ({ base }) => base,
      sort: 'created',
      direction: 'desc',
      limit: 100,
    },
    shows: madeSince({ ...github.listed100, like: ({ title }) => ({ title }) }),
  },
})

/** https://docs.github.com/en/rest/pulls/pulls#update-a-pull-request */
export const update_pull_request = write('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
  description: 'Change, close or reopen a pull request',
  synonyms: ['PR', 'merge request', 'edit', 'title'],
  // A reopened pull request starts workflows.
  is: ['sends', 'publishes', 'runs'],
  roles: { destination: ['/owner', '/repo'], text: ['/title', '/body'], derives: ['recipient'] },
  idempotent: true,
  params: { ...repository, pull_number, ...optional({ title, body: clearable(body), state: github.state, base }) },
  // GitHub's document has no null here: an empty text clears it.
  request: ({ body }) => ({ body: { ...(body === null && { body: '' }) } }),
  result: numbered,
  confirm: {
    read: get_pull_request,
    params: { ...github.sameRepository, pull_number: ({ pull_number }) => pull_number },
    shows: holds(
      ({ title, body, state, base }) => ({ title, body, state, base: base === undefined ? undefined : { ref: base } }),
      '/updated_at',
    ),
  },
})

/**
 * A PUT, but not to be sent twice: what is merged already is answered 405, which would hide that it worked.
 * https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request
 */
export const merge_pull_request = write('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', {
  description: 'Merge a pull request',
  synonyms: ['PR', 'merge request', 'ship', 'land'],
  is: ['publishes', 'runs'],
  roles: { destination: ['/owner', '/repo'], text: ['/commit_title', '/commit_message'] },
  params: {
    ...repository,
    pull_number,
    ...optional({
      merge_method: choice(['merge', 'squash', 'rebase'], 'Default: merge'),
      commit_title: text(256, 'Title of the merge commit'),
      commit_message: Type.String({ maxLength: 65_536, description: 'Text of the merge commit' }),
      head_sha: github.head_sha,
    }),
  },
  rename: { head_sha: 'sha' },
  result: Type.Object({ merged: Type.Boolean(), sha: Type.String() }),
  confirm: {
    read: get_pull_request,
    params: { ...github.sameRepository, pull_number: ({ pull_number }) => pull_number },
    // It may have been merged before, by somebody else.
    shows: (data, { began, over }) => {
      const { merged, merged_at } = Object(data)
      if (merged !== true) return merged === false ? false : undefined
      const time = Date.parse(merged_at)
      return (time >= began.getTime() - 2000 && time <= over.getTime() + 2000) || undefined
    },
  },
})
