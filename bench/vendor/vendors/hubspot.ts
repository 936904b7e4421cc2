import type { Vendor } from '../vendor.ts'

const collection = 'https://github.com/HubSpot/HubSpot-public-api-spec-collection: PublicApiSpecs'
const search = '/components/schemas/PublicObjectSearchRequest'

const workflows =
  'https://developers.hubspot.com/docs/api-reference/legacy/create-manage-workflows-v3: no document of the collection has version 2'

/** The branches of filters of lists and workflows, one level deep. */
const filterBranches = ['And', 'Association', 'NotAll', 'NotAny', 'Or', 'Restricted', 'UnifiedEvents'].flatMap((kind) =>
  (['filterBranches', 'filters'] as const).map((member) => ({
    at: `/components/schemas/Public${kind}FilterBranch/properties/${member}/items` as const,
    value: { type: 'object' },
    why: 'seven kinds of branches hold branches of all seven kinds and twenty kinds of filters: spelled out, a mock takes many minutes to start on them',
  })),
)

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
    {
      file: 'hubspot__crm-owners.json',
      from: `${collection}/CRM/Crm Owners`,
      corrections: [
        {
          at: '/paths/~1crm~1v3~1owners~1{ownerId}/get/parameters/0/schema',
          value: { type: 'string', pattern: '^[0-9]+$' },
          why: `${collection}/CRM/Crm Owners: the same owner's id is a text in its answer, of no stated length`,
        },
      ],
    },
    { file: 'hubspot__crm-pipelines.json', from: `${collection}/CRM/Pipelines` },
    { file: 'hubspot__crm-properties.json', from: `${collection}/CRM/Properties` },
    {
      file: 'hubspot__crm-lists.json',
      from: `${collection}/CRM/Lists`,
      corrections: [
        ...filterBranches,
        {
          at: '/components/schemas/ListCreateRequest/properties/filterBranch',
          value: { type: 'object' },
          why: 'https://developers.hubspot.com/docs/api-reference/crm-lists-v3/lists-filters: passed on as get_list answers it; no schema here says what a filter has',
        },
      ],
    },
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
    {
      file: 'hubspot__automation.json',
      from: `${collection}/Automation/Automation V4/Rollouts/144908`,
      corrections: filterBranches,
    },
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
