import type { Vendor } from '../vendor.ts'

const parameters = (path: string, method: string): `/${string}` =>
  `/paths/${path.replaceAll('/', '~1')}/${method}/parameters`
const ids = (name: string) => ({
  name,
  in: 'query',
  explode: false,
  schema: { type: 'array', items: { $ref: '#/components/schemas/TrelloID' } },
})
const why = 'https://developer.atlassian.com/cloud/trello/rest/api-group-cards: ids are separated by commas'

export const trello: Vendor = {
  id: 'trello',
  documents: [
    {
      file: 'trello__swagger.v3.json',
      from: 'https://developer.atlassian.com/cloud/trello/swagger.v3.json',
      corrections: [
        { at: `${parameters('/cards', 'post')}/7`, value: ids('idMembers'), why },
        { at: `${parameters('/cards', 'post')}/8`, value: ids('idLabels'), why },
        { at: `${parameters('/cards/{id}', 'put')}/3`, value: ids('idMembers'), why },
        { at: `${parameters('/cards/{id}', 'put')}/6`, value: ids('idLabels'), why },
        {
          at: `${parameters('/members/{id}/boards', 'get')}/0/schema`,
          value: { type: 'string' },
          why: "a member's name will do, and `me` is the token's, as for /members/{id}",
        },
      ],
    },
  ],
  credential: { secrets: { key: 'k', token: 't' } },
}
