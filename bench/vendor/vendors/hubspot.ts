import type { Vendor } from '../vendor.ts'

const search = '/components/schemas/PublicObjectSearchRequest'

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
  ],
}
