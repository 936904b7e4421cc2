import { createHash } from 'node:crypto'
import { notFound } from './github-error.ts'

export interface Comment {
  readonly id: number
  readonly html_url: string
  readonly body: string
}

/** What makes an issue a pull request. */
export interface Pull {
  readonly head: string
  base: string
  readonly draft: boolean
  merged: boolean
}

export interface Issue {
  readonly id: number
  readonly number: number
  title: string
  body: string | null
  state: string
  state_reason: string | null
  labels: string[]
  assignees: string[]
  milestone: number | null
  readonly comments: Comment[]
  readonly pull?: Pull
}

export interface Calls {
  readonly id: number
  readonly workflow: string
  readonly head_branch: string
  readonly head_sha: string
  readonly event: string
  readonly status: string
  readonly inputs: unknown
}

export interface Commit {
  readonly sha: string
  readonly message: string
  readonly path: string
}

/** A branch's files by path, and its commits, the newest first. */
export interface Branch {
  readonly files: Map<string, string>
  readonly commits: Commit[]
}

export interface Repository {
  readonly id: number
  readonly owner: string
  readonly name: string
  /** The newest first. */
  readonly issues: Issue[]
  readonly branches: Map<string, Branch>
  readonly workflows: string[]
  /** The newest first. */
  readonly runs: Calls[]
}

export const shaOf = (text: string): string => createHash('sha1').update(text).digest('hex')

export const headOf = (branch: Branch | undefined): string => branch?.commits[0]?.sha ?? shaOf('')

/** The repositories that the account's tokens reach, in memory; `newId` counts all objects. */
export const createRepositories = () => {
  const all: Repository[] = []
  /** `owner/name` that a repository had before. */
  const formerly = new Map<string, number>()
  let lastId = 1000
  const newId = (): number => {
    lastId += 1
    return lastId
  }
  return {
    all,
    formerly,
    newId,
    add: (owner: string, name: string): Repository => {
      const branches = new Map([['main', { files: new Map(), commits: [] }]])
      const repository = { id: newId(), owner, name, issues: [], branches, workflows: ['ci.yml'], runs: [] }
      all.push(repository)
      return repository
    },
    find: (owner: string, name: string): Repository => {
      const found = all.find((each) => each.owner === owner && each.name === name)
      if (!found) throw notFound()
      return found
    },
    byId: (id: number): Repository => {
      const found = all.find((each) => each.id === id)
      if (!found) throw notFound()
      return found
    },
  }
}

export type Repositories = ReturnType<typeof createRepositories>

export const shownRepository = ({ id, owner, name }: Repository) => ({
  ...{ id, name, full_name: `${owner}/${name}`, owner: { login: owner } },
  ...{ private: true, default_branch: 'main' },
})
