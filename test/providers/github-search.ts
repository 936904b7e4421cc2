import { GithubError, invalid } from './github-error.ts'
import { shownIssue } from './github-issues.ts'
import { type Repositories, type Repository, shaOf, shownRepository } from './github-repositories.ts'
import type { Answered, Asked } from './github-route.ts'

/** The part of the query language that the fake knows: words, `repo:`, `is:` and `label:`. */
const parse = (query: string) => {
  const terms = query.split(/\s+/).map((term) => /^(repo|is|label):(.+)$/.exec(term) ?? [term, '', term])
  const valuesOf = (name: string): string[] => terms.flatMap(([, kind, value = '']) => (kind === name ? [value] : []))
  return { words: valuesOf(''), repo: valuesOf('repo')[0], is: valuesOf('is'), labels: valuesOf('label') }
}

type Query = ReturnType<typeof parse>

const has = (text: string, { words }: Query): boolean =>
  words.every((word) => text.toLowerCase().includes(word.toLowerCase()))

const issuesIn = (repository: Repository, query: Query) =>
  repository.issues
    .filter((issue) => query.is.every((is) => [issue.state, issue.pull ? 'pull-request' : 'issue'].includes(is)))
    .filter((issue) => query.labels.every((label) => issue.labels.includes(label)) && has(issue.title, query))
    .map((issue) => shownIssue(repository, issue))

const codeIn = (repository: Repository, query: Query) =>
  [...(repository.branches.get('main')?.files ?? [])]
    .filter(([path, text]) => has(`${path} ${text}`, query))
    .map(([path, text]) => ({
      ...{ path, name: path.split('/').at(-1), sha: shaOf(text), repository: shownRepository(repository) },
      html_url: `https://github.com/${repository.owner}/${repository.name}/blob/main/${path}`,
    }))

const repositoryIn = (repository: Repository, query: Query) =>
  has(repository.name, query) ? [shownRepository(repository)] : []

const kinds = new Map<string, (repository: Repository, query: Query) => unknown[]>([
  ['issues', issuesIn],
  ['code', codeIn],
  ['repositories', repositoryIn],
])

/** https://docs.github.com/en/rest/search/search; `undefined` for what can't be searched. */
export const search = (repositories: Repositories, kind: string, { query }: Asked): Answered | undefined => {
  const find = kinds.get(kind)
  const [text, page, size] = [query('q'), Number(query('page') ?? 1), Number(query('per_page') ?? 30)]
  if (!find) return undefined
  if (!text) throw invalid('Search', 'q', 'missing')
  if (page * size > 1000) throw new GithubError(422, 'Only the first 1000 search results are available')
  const parsed = parse(text)
  const among = repositories.all.filter(({ owner, name }) => [undefined, `${owner}/${name}`].includes(parsed.repo))
  const items = among.flatMap((repository) => find(repository, parsed))
  return { status: 200, list: { items, name: 'items' }, body: { incomplete_results: false } }
}
