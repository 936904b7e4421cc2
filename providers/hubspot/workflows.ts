import { read, Type, text, write } from '@patchbay/core/provider'
import { aList, pages } from './parameters.ts'

const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'E-mail address of the contact',
  examples: ['ada@example.com'],
})

/** https://developers.hubspot.com/docs/api-reference/automation-automation-v4-v4/guide */
export const list_workflows = read('GET /automation/v4/flows', {
  description: 'List the workflows: what happens by itself',
  synonyms: ['automation', 'flows', 'sequences', 'which run'],
  ttl: '1m',
  params: {},
  result: aList,
  pages: pages(100),
})

/** https://developers.hubspot.com/docs/api-reference/automation-automation-v4-v4/guide */
export const get_workflow = read('GET /automation/v4/flows/{flow_id}', {
  description: 'Get a workflow with its steps and who enters it',
  synonyms: ['automation', 'flow', 'definition', 'trigger'],
  ttl: '1m',
  params: { flow_id: text(30, 'Id of the workflow: list_workflows has it') },
  result: Type.Object({ id: Type.String() }),
})

const inWorkflow = {
  workflow_id: text(30, 'Id of a workflow of contacts in its address in HubSpot'),
  email,
}

/** https://developers.hubspot.com/docs/api-reference/legacy/create-manage-workflows-v3/v2/post-automation-v2-workflows-workflowId-enrollments-contacts-email */
export const enroll_in_workflow = write('POST /automation/v2/workflows/{workflow_id}/enrollments/contacts/{email}', {
  description: 'Put a contact into a workflow, which may send mails to it',
  synonyms: ['enroll', 'add to a workflow', 'automation', 'start', 'nurture'],
  is: ['sends', 'runs'],
  roles: { recipient: ['/email'], destination: ['/workflow_id'] },
  idempotent: true,
  params: inWorkflow,
})

/** https://developers.hubspot.com/docs/api-reference/legacy/create-manage-workflows-v3/v2/delete-automation-v2-workflows-workflowId-enrollments-contacts-email */
export const unenroll_from_workflow = write(
  'DELETE /automation/v2/workflows/{workflow_id}/enrollments/contacts/{email}',
  {
    description: 'Take a contact out of a workflow',
    synonyms: ['unenroll', 'remove from a workflow', 'automation', 'stop'],
    is: ['deletes'],
    idempotent: true,
    params: inWorkflow,
  },
)
