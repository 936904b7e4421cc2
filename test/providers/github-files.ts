import { GithubError, notFound } from './github-error.ts'
import { type Branch, headOf, type Repository, shaOf } from './github-repositories.ts'
import { list, ok, type Route } from './github-route.ts'

const branchOf = ({ branches }: Repository, ref = 'main'): Branch => {
  const found = branches.get(ref) ?? [...branches.values()].find((branch) => headOf(branch) === ref)
  if (!found) throw notFound()
  return found
}

/** Base64 as GitHub writes it, in lines. */
const lines = (text: string): string =>
  Buffer.from(text)
    .toString('base64')
    .replace(/.{1,60}/g, '$&\n')

const entry = (type: 'file' | 'dir', path: string, text: string) => ({
  ...{ type, path, name: path.split('/').at(-1), sha: shaOf(text), size: Buffer.byteLength(text) },
})

/** A file with its content, or what is in a folder. */
const contents = ({ files }: Branch, path: string): unknown => {
  const text = files.get(path)
  if (text !== undefined) return { ...entry('file', path, text), encoding: 'base64', content: lines(text) }
  const inside = [...files].filter(([name]) => name.startsWith(`${path}/`))
  if (inside.length === 0) throw notFound()
  const children = new Map(
    inside.map(([name, content]) => {
      const [child = '', ...deeper] = name.slice(path.length + 1).split('/')
      return [child, entry(deeper.length > 0 ? 'dir' : 'file', `${path}/${child}`, deeper.length > 0 ? '' : content)]
    }),
  )
  return [...children.values()]
}

/** Puts a file there in a commit. */
export const commitFile = ({ files, commits }: Branch, path: string, text: string, message: string) => {
  files.set(path, text)
  const commit = { sha: shaOf(`${commits.length} ${message} ${path} ${text}`), message, path }
  commits.unshift(commit)
  return { content: entry('file', path, text), commit }
}

/** https://docs.github.com/en/rest/repos/contents, .../git/trees and .../commits */
export const fileRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/contents\/(.+)$/,
    run: (repository, { query }, path = '') => ok(contents(branchOf(repository, query('ref')), path)),
  },
  {
    method: 'PUT',
    path: /^\/contents\/(.+)$/,
    run: (repository, { body }, path = '') => {
      const branch = branchOf(repository, body.branch as string | undefined)
      const [before, { message, content, sha }] = [branch.files.get(path), body]
      if (typeof message !== 'string' || typeof content !== 'string') {
        throw new GithubError(422, 'Invalid request.\n\n"message" and "content" must be supplied.')
      }
      if (before !== undefined && sha === undefined) {
        throw new GithubError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
      }
      if (before !== undefined && sha !== shaOf(before)) throw new GithubError(409, `${path} does not match ${sha}`)
      const text = Buffer.from(content, 'base64').toString()
      return ok(commitFile(branch, path, text, message), before === undefined ? 201 : 200)
    },
  },
  {
    method: 'GET',
    path: /^\/git\/trees\/(.+)$/,
    run: (repository, { query }, ref = '') => {
      const branch = branchOf(repository, ref)
      const files = [...branch.files].map(([path, text]) => ({ path, mode: '100644', type: 'blob', sha: shaOf(text) }))
      const top = files.filter(({ path }) => !path.includes('/'))
      return ok({ sha: headOf(branch), tree: query('recursive') === undefined ? top : files, truncated: false })
    },
  },
  {
    method: 'GET',
    path: /^\/commits$/,
    run: (repository, { query }) => {
      const commits = branchOf(repository, query('sha')).commits
      const path = query('path')
      const touching = commits.filter((commit) => path === undefined || commit.path === path)
      return list(touching.map(({ sha, message }) => ({ sha, commit: { message } })))
    },
  },
]
