import { action, path, Type } from '@patchbay/core/provider'
import { fresh } from '../fresh.ts'
import { pageParameters, pagesOf } from '../paging.ts'
import { parameters } from '../parameters.ts'
import { responses } from '../responses.ts'

/**
 * https://docs.github.com/en/rest/repos/repos#list-organization-repositories and
 * https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
 */
export const listRepositories = action({
  description: 'List the repositories of an organization, or those that the credential reaches',
  effect: fresh,
  params: {
    org: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]+$',
        maxLength: 100,
        description: "An organization; left out: the credential's own",
      }),
    ),
    type: Type.Optional(Type.Enum(['all', 'public', 'private'], { description: 'Only repositories of this kind' })),
    sort: Type.Optional(Type.Enum(['created', 'updated', 'pushed', 'full_name'], { description: 'What to sort by' })),
    direction: Type.Optional(parameters.direction),
    ...pageParameters,
  },
  call: ({ org, limit, ...query }) => ({
    method: 'GET',
    path: org === undefined ? path`/user/repos` : path`/orgs/${org}/repos`,
    query,
  }),
  result: responses.repositories,
  pages: pagesOf(''),
})
