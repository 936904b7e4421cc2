import { optional, read, Type } from '@patchbay/core/provider'
import { listed, pageInfo, team_id } from './parameters.ts'

/** https://linear.app/developers/graphql#queries-and-mutations */
export const list_teams = read('POST /graphql', {
  description: 'List the teams',
  synonyms: ['groups', 'departments'],
  ttl: '5m',
  params: {},
  graphql: `query ($first: Int, $after: String) { teams(first: $first, after: $after) { nodes { id key name description } ${pageInfo} } }`,
  pages: listed('teams'),
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const list_states = read('POST /graphql', {
  description: 'List the states that issues of a team can be in',
  synonyms: ['workflow', 'columns', 'status'],
  ttl: '5m',
  params: optional({ team_id }),
  rename: { team_id: '/filter/team/id/eq' },
  graphql: `query ($first: Int, $after: String, $filter: WorkflowStateFilter) {
    workflowStates(first: $first, after: $after, filter: $filter) { nodes { id name type position team { id key } } ${pageInfo} } }`,
  pages: listed('workflowStates'),
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const list_labels = read('POST /graphql', {
  description: 'List the labels of issues',
  synonyms: ['tags', 'categories'],
  ttl: '5m',
  params: {},
  graphql: `query ($first: Int, $after: String) { issueLabels(first: $first, after: $after) { nodes { id name color team { id key } } ${pageInfo} } }`,
  pages: listed('issueLabels'),
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const list_projects = read('POST /graphql', {
  description: 'List projects with their progress',
  synonyms: ['roadmap', 'initiatives', 'milestones'],
  ttl: '1m',
  params: {},
  graphql: `query ($first: Int, $after: String) {
    projects(first: $first, after: $after) { nodes { id name description url progress startDate targetDate lead { id name } status { name type } } ${pageInfo} } }`,
  pages: listed('projects'),
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const list_cycles = read('POST /graphql', {
  description: 'List the cycles of a team',
  synonyms: ['sprints', 'iterations'],
  ttl: '1m',
  params: optional({ team_id }),
  rename: { team_id: '/filter/team/id/eq' },
  graphql: `query ($first: Int, $after: String, $filter: CycleFilter) {
    cycles(first: $first, after: $after, filter: $filter) { nodes { id number name startsAt endsAt progress isActive team { id key } } ${pageInfo} } }`,
  pages: listed('cycles'),
})

/** https://linear.app/developers/graphql#queries-and-mutations */
export const list_users = read('POST /graphql', {
  description: 'List the members of the workspace',
  synonyms: ['people', 'team', 'who'],
  ttl: '5m',
  params: {},
  graphql: `query ($first: Int, $after: String) { users(first: $first, after: $after) { nodes { id name displayName email active } ${pageInfo} } }`,
  pages: listed('users'),
})

/** https://linear.app/developers/graphql#getting-started */
export const get_me = read('POST /graphql', {
  description: 'Get the user that calls are made as, with the workspace',
  answers: Type.Object({
    viewer: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
    organization: Type.Object({ id: Type.String(), name: Type.String(), urlKey: Type.String() }),
  }),
  synonyms: ['who am i', 'account'],
  params: {},
  graphql: 'query { viewer { id name email } organization { id name urlKey } }',
})
