import { flag, invalid, optional, pattern, read, Type, text, write } from '@patchbay/core/provider'
import { encoded, readable } from './file-text.ts'
import * as github from './parameters.ts'

const { repository, ref, page, ttl, aCommit } = github

const path = pattern('^[^/]+(/[^/]+)*$', 4096, 'Path of a file or folder, without a slash at its start or end')

/** No part of a file's path leads out of the repository. Throws VALIDATION_ERROR. */
const checkPath = (given: string): void => {
  if (given.split('/').some((part) => part === '.' || part === '..')) {
    throw invalid('/path', 'must not have "." or ".." as a part')
  }
}

const entry = Type.Object({ path: Type.String(), sha: Type.String(), type: Type.String() })

/** https://docs.github.com/en/rest/repos/contents#get-repository-content */
export const get_contents = read('GET /repos/{owner}/{repo}/contents/{path}', {
  description: 'Get a file with its text, or list a folder; get_tree lists a whole repository',
  synonyms: ['readme', 'source code', 'directory', 'download'],
  ttl,
  params: { ...repository, path, ref: optional(ref) },
  request: ({ path }) => {
    checkPath(path)
    return {}
  },
  /** A folder is a list. */
  result: Type.Union([entry, Type.Array(entry)]),
  shape: readable,
})

/** https://docs.github.com/en/rest/git/trees#get-a-tree */
export const get_tree = read('GET /repos/{owner}/{repo}/git/trees/{ref}', {
  description:
    'List the files of a branch, tag or commit; truncated: true means that there are too many for one answer',
  synonyms: ['folder structure', 'directories', 'all files'],
  ttl,
  params: { ...repository, ref, recursive: optional(flag('Whether to include the contents of folders')) },
  // Any value turns it on, even `false`.
  request: ({ recursive }) => ({ query: { recursive: recursive ? '1' : undefined } }),
  result: Type.Object({ sha: Type.String(), tree: Type.Array(Type.Unknown()), truncated: Type.Boolean() }),
})

/**
 * A PUT, but not to be sent twice: once it has worked, the blob is another one, and the answer 409.
 * https://docs.github.com/en/rest/repos/contents#create-or-update-file-contents
 */
export const write_file = write('PUT /repos/{owner}/{repo}/contents/{path}', {
  description: 'Create a text file, or replace the one with the given blob_sha, in a commit of its own',
  synonyms: ['commit', 'add a file', 'edit a file', 'push'],
  is: ['publishes', 'runs'],
  roles: { destination: ['/owner', '/repo'], text: ['/message'] },
  params: {
    ...repository,
    path,
    message: text(65_536, 'The commit message'),
    branch: optional(text(255, 'Branch to commit to; default: the default branch')),
    content: Type.String({ maxLength: 1_000_000, description: 'The whole text of the file' }),
    blob_sha: optional(text(64, 'sha of the file to replace, as get_contents shows it')),
  },
  rename: { blob_sha: 'sha' },
  request: ({ path, content }) => {
    checkPath(path)
    return { body: { content: encoded(content) } }
  },
  result: Type.Object({ content: Type.Unknown(), commit: aCommit }),
})

/** https://docs.github.com/en/rest/commits/commits#list-commits */
export const list_commits = read('GET /repos/{owner}/{repo}/commits', {
  description: 'List commits, the newest first',
  synonyms: ['history', 'git log', 'who committed', 'authors', 'changes'],
  params: {
    ...repository,
    ...optional({ path, author: text(255, "The author's login or e-mail"), since: github.since, until: github.until }),
    page,
    ref: optional(ref),
  },
  rename: { ref: 'sha' },
  ...github.declareList(aCommit),
})

/** https://docs.github.com/en/rest/search/search#search-code */
export const search_code = read('GET /search/code', {
  description: 'Search code on default branches; the query must name a repo:, org: or user:',
  synonyms: ['grep', 'usages', 'function', 'source'],
  params: { query: github.query, page },
  rename: { query: 'q' },
  ...github.declareSearch(Type.Object({ path: Type.String(), sha: Type.String(), html_url: Type.String() })),
})
