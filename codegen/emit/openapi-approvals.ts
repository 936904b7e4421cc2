import { jsonContent, ref } from './openapi-components.ts'
import { callErrors } from './openapi-errors.ts'

const pathParameters = (name: string, description: string) => [
  ref('parameters', 'tenantId'),
  { in: 'path', name, required: true, description, schema: { type: 'string', format: 'uuid' } },
]
const parameters = pathParameters('approval_id', "The approval's id")
const runParameters = pathParameters('run_id', "The run's id")

const answer = (description: string) => ({
  description,
  content: jsonContent({
    type: 'object',
    properties: { success: { type: 'boolean' }, status: { type: 'integer' }, cache: { type: 'string' }, data: {} },
    required: ['success', 'status', 'cache', 'data'],
  }),
})

const path = '/api/v1/{tenant}/approvals/{approval_id}'
const runPath = '/api/v1/{tenant}/approvals/runs/{run_id}'

/** The operations on a waiting call, for the caller and for holders of a token with `approve`. */
export const approvalPaths = {
  [path]: {
    get: {
      operationId: 'read_approval',
      tags: ['Calls'],
      summary: 'Read the state of a call that waits for approval, and its result',
      description: 'For the token that asked. A tenant token that may decide gets the whole call.',
      parameters,
      responses: { '200': answer('The state, and `result` once the call was carried out'), ...callErrors },
    },
    delete: {
      operationId: 'withdraw_approval',
      tags: ['Calls'],
      summary: 'Withdraw a call that waits for approval',
      parameters,
      responses: { '200': answer('The call is withdrawn'), ...callErrors },
    },
  },
  [`${path}/decision`]: {
    post: {
      operationId: 'decide_as_tenant',
      tags: ['Calls'],
      summary: 'Approve or refuse a call that waits',
      description: 'For a tenant token with `approve`, never for the token that asked.',
      parameters,
      requestBody: { required: true, content: jsonContent(ref('schemas', 'ApprovalDecision')) },
      responses: { '200': answer('What was decided'), ...callErrors },
    },
  },
  [runPath]: {
    get: {
      operationId: 'read_waiting_run',
      tags: ['Calls'],
      summary: 'Read the calls of a code run that wait for approval',
      description: 'For a tenant token with `approve`.',
      parameters: runParameters,
      responses: { '200': answer('The calls, and the `digest` of their list'), ...callErrors },
    },
  },
  [`${runPath}/decision`]: {
    post: {
      operationId: 'decide_run_as_tenant',
      tags: ['Calls'],
      summary: 'Approve or refuse the calls of a code run that wait',
      description: 'For a tenant token with `approve`, never for the token that asked.',
      parameters: runParameters,
      requestBody: { required: true, content: jsonContent(ref('schemas', 'RunDecision')) },
      responses: { '200': answer('What was decided'), ...callErrors },
    },
  },
}
