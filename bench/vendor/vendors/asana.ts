import type { Vendor } from '../vendor.ts'

export const asana: Vendor = {
  id: 'asana',
  documents: [
    {
      file: 'asana__defs-asana-oas.yaml',
      from: 'https://raw.githubusercontent.com/Asana/openapi/master/defs/asana_oas.yaml',
      corrections: [
        {
          at: '/components/schemas/TaskRequestBase/allOf/1/properties/custom_fields/additionalProperties',
          value: {},
          why: 'its own description: "a string, number, object, or array (depending on the custom field type)"; https://developers.asana.com/docs/custom-fields-guide: blank values are null',
        },
        {
          at: '/components/schemas/TaskBase/allOf/1/properties/notes',
          value: { type: 'string', nullable: true },
          why: 'the overlay clears notes by null, as the dates and the assignee of this schema are cleared: the document is silent on it',
        },
      ],
    },
  ],
}
