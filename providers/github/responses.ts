import { Type } from '@patchbay/core/provider'

const numbered = Type.Object({ id: Type.Integer(), number: Type.Integer(), title: Type.String(), state: Type.String() })
const repository = Type.Object({ id: Type.Integer(), full_name: Type.String() })
const comment = Type.Object({ id: Type.Integer(), html_url: Type.String() })
const commit = Type.Object({ sha: Type.String() })
const run = Type.Object({ id: Type.Integer(), head_sha: Type.String() })
const entry = Type.Object({ path: Type.String(), sha: Type.String(), type: Type.String() })

const found = (item: Type.TSchema) =>
  Type.Object({ total_count: Type.Integer(), incomplete_results: Type.Boolean(), items: Type.Array(item) })

/** What GitHub's answers always hold; the rest passes as it is. */
export const responses = {
  /** An issue or a pull request. */
  numbered,
  numberedList: Type.Array(numbered),
  foundIssues: found(numbered),
  repository,
  repositories: Type.Array(repository),
  foundRepositories: found(repository),
  foundCode: found(Type.Object({ path: Type.String(), sha: Type.String(), html_url: Type.String() })),
  comment,
  comments: Type.Array(comment),
  labels: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  commits: Type.Array(commit),
  changedFiles: Type.Array(Type.Object({ filename: Type.String(), status: Type.String() })),
  merged: Type.Object({ merged: Type.Boolean(), sha: Type.String() }),
  /** A folder is a list. */
  contents: Type.Union([entry, Type.Array(entry)]),
  tree: Type.Object({ sha: Type.String(), tree: Type.Array(Type.Unknown()), truncated: Type.Boolean() }),
  written: Type.Object({ content: Type.Unknown(), commit }),
  run,
  runs: Type.Object({ total_count: Type.Integer(), workflow_runs: Type.Array(run) }),
  user: Type.Object({ id: Type.Integer(), login: Type.String() }),
  rateLimit: Type.Object({
    rate: Type.Object({ limit: Type.Integer(), remaining: Type.Integer(), reset: Type.Integer() }),
  }),
}
