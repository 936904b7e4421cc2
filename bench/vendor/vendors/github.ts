import type { Vendor } from '../vendor.ts'

const fieldsOf = (path: string, method: string): `/${string}` =>
  `/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema/properties`

export const github: Vendor = {
  id: 'github',
  documents: [
    {
      file: 'github__api-github-com.json',
      corrections: [
        {
          at: `${fieldsOf('/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', 'post')}/inputs/maxProperties`,
          value: 25,
          why: 'https://docs.github.com/en/rest/actions/workflows#create-a-workflow-dispatch-event: it was 10',
        },
        {
          at: `${fieldsOf('/repos/{owner}/{repo}/issues/{issue_number}', 'patch')}/state_reason/enum`,
          value: ['completed', 'not_planned', 'duplicate', 'reopened'],
          why: 'https://docs.github.com/en/rest/issues/issues#update-an-issue: duplicate came later',
        },
      ],
    },
  ],
  headers: {
    authorization: 'https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api',
    'x-github-api-version': 'https://docs.github.com/en/rest/about-the-rest-api/api-versions',
  },
}
