import type { Vendor } from '../vendor.ts'

const attachments =
  'https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/#api-rest-api-3-issue-issueidorkey-attachments-post'
const file = { type: 'string', format: 'binary' }

export const jira: Vendor = {
  id: 'jira',
  documents: [
    {
      file: 'atlassian__jira.yaml',
      corrections: [
        {
          at: '/paths/~1rest~1api~13~1issue~1{issueIdOrKey}~1attachments/post/requestBody/content/multipart~1form-data/schema',
          value: { type: 'object', properties: { file }, required: ['file'] },
          why: `${attachments}: the field is called file; a form is not a list`,
        },
      ],
    },
  ],
  headers: { 'x-atlassian-token': attachments },
  settings: { site: 'acme' },
  credential: { access_token: 'ada@example.com:token' },
}
