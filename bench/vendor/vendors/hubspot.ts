import type { Vendor } from '../vendor.ts'

const collection = 'https://github.com/HubSpot/HubSpot-public-api-spec-collection: PublicApiSpecs'
const search = '/components/schemas/PublicObjectSearchRequest'

const workflows =
  'https://developers.hubspot.com/docs/api-reference/legacy/create-manage-workflows-v3: no document of the collection has version 2'

export const hubspot: Vendor = {
  id: 'hubspot',
  documents: [
    {
      file: 'hubspot__crm-objects.json',
      corrections: [
        {
          at: `${search}/required`,
          value: ['filterGroups'],
          why: 'https://github.com/HubSpot/hubspot-api-ruby/issues/238: a search without after, limit and sorts is answered',
        },
        {
          at: `${search}/properties/sorts/items`,
          value: {
            type: 'object',
            properties: { propertyName: { type: 'string' }, direction: { enum: ['ASCENDING', 'DESCENDING'] } },
          },
          why: 'https://github.com/HubSpot/hubspot-api-nodejs/issues/559: sorts are objects',
        },
        {
          at: '/components/schemas/SimplePublicObjectInputForCreate/required',
          value: ['properties'],
          why: 'https://developers.hubspot.com/docs/guides/crm/using-object-apis: associations can be added, or not',
        },
      ],
    },
    { file: 'hubspot__crm-associations.json' },
    { file: 'hubspot__crm-custom-objects.json' },
    { file: 'hubspot__crm-contacts.json' },
    { file: 'hubspot__crm-owners.json', from: `${collection}/CRM/Crm Owners` },
    { file: 'hubspot__crm-pipelines.json', from: `${collection}/CRM/Pipelines` },
    { file: 'hubspot__crm-properties.json', from: `${collection}/CRM/Properties` },
    { file: 'hubspot__crm-lists.json', from: `${collection}/CRM/Lists` },
    { file: 'hubspot__crm-schemas.json', from: `${collection}/CRM/Schemas` },
    { file: 'hubspot__crm-association-labels.json', from: `${collection}/CRM/Associations Schema/Rollouts/50914` },
    { file: 'hubspot__files.json', from: `${collection}/Files/Files` },
    { file: 'hubspot__forms.json', from: `${collection}/Marketing/Forms` },
    { file: 'hubspot__account-info.json', from: `${collection}/Account/Account Info/Rollouts/144923` },
    {
      file: 'hubspot__subscriptions.json',
      from: `${collection}/Communication Preferences/Subscriptions/Rollouts/147906`,
    },
    { file: 'hubspot__marketing-emails.json', from: `${collection}/Marketing/Marketing Emails/Rollouts/145892` },
    { file: 'hubspot__campaigns.json', from: `${collection}/Marketing/Campaigns Public Api/Rollouts/177944` },
    { file: 'hubspot__conversations.json', from: `${collection}/Conversations/Conversations/Rollouts/54902` },
    { file: 'hubspot__user-provisioning.json', from: `${collection}/Settings/User Provisioning/Rollouts/144927` },
    { file: 'hubspot__automation.json', from: `${collection}/Automation/Automation V4/Rollouts/144908` },
  ],
  withoutOperation: {
    submit_form:
      'https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/post-submissions-v3-integration-secure-submit-portalId-formGuid: no document of the collection has its host',
    enroll_in_workflow: workflows,
    unenroll_from_workflow: workflows,
    list_form_submissions:
      'https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v1/get-form-integrations-v1-submissions-forms-form_guid: no document of the collection has version 1',
  },
}
