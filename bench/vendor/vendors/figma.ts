import type { Vendor } from '../vendor.ts'

export const figma: Vendor = {
  id: 'figma',
  documents: [
    {
      file: 'figma__openapi-openapi.yaml',
      from: 'https://raw.githubusercontent.com/figma/rest-api-spec/main/openapi/openapi.yaml',
      corrections: [
        {
          at: '/components/schemas/SubcanvasNode',
          value: { type: 'object' },
          why: 'the mock takes half a minute to read what all the kinds of layers hold, which files only answer',
        },
        {
          at: '/paths/~1v1~1files~1{file_key}~1comments/post/requestBody/content/application~1json/schema/properties/client_meta',
          value: {
            anyOf: ['Vector', 'FrameOffset', 'Region', 'FrameOffsetRegion'].map((name) => ({
              $ref: `#/components/schemas/${name}`,
            })),
          },
          why: 'the document says oneOf, but a Region has the two members of a Vector, and so would never be taken',
        },
        {
          at: '/paths/~1v1~1teams~1{team_id}~1components/get/parameters/2/schema',
          value: { type: 'string' },
          why: 'a cursor is what the answer before says, and nobody makes one: a text will do for the check',
        },
      ],
    },
  ],
}
