import { choice, clearable, optional, pattern, read, Type, text, write } from '@patchbay/core/provider'
import * as pipedrive from './parameters.ts'

const { deal_id, person_id, org_id, owner_id, pipeline_id, stage_id, aThing, listed, found } = pipedrive
const state = choice(['open', 'won', 'lost'], 'State of the deal')
const content = {
  value: Type.Number({ minimum: 0, description: 'Amount' }),
  currency: pattern('^[A-Z]{3}$', 3, 'Three-letter code of the currency, e.g. EUR'),
  person_id,
  org_id,
  owner_id,
  pipeline_id,
  stage_id,
  state,
  expected_close_date: Type.String({
    format: 'date',
    maxLength: 10,
    description: 'YYYY-MM-DD',
    examples: ['2026-01-31'],
  }),
  label_ids: pipedrive.label_ids,
  custom_fields: pipedrive.custom_fields,
}
const title = text(255, 'Title of the deal')

/** https://developers.pipedrive.com/docs/api/v1/Deals#getDeals */
export const list_deals = read('GET /api/v2/deals', {
  description: 'List deals',
  synonyms: ['opportunities', 'sales', 'pipeline'],
  ttl: '30s',
  params: optional({
    person_id,
    org_id,
    owner_id,
    pipeline_id,
    stage_id,
    state,
    updated_since: pipedrive.updated_since,
    sort_by: pipedrive.sort_by,
    sort_direction: pipedrive.sort_direction,
  }),
  rename: { state: 'status' },
  pages: listed,
})

/** https://developers.pipedrive.com/docs/api/v1/Deals#getDeal */
export const get_deal = read('GET /api/v2/deals/{deal_id}', {
  description: 'Get a deal',
  synonyms: ['opportunity', 'sale'],
  ttl: '30s',
  params: { deal_id },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Deals#searchDeals */
export const search_deals = read('GET /api/v2/deals/search', {
  description: 'Search deals by title, notes and custom fields',
  synonyms: ['find', 'opportunity', 'look up'],
  params: { term: pipedrive.term, ...optional({ exact_match: pipedrive.exact_match, person_id, state }) },
  rename: { state: 'status' },
  pages: found,
})

/** https://developers.pipedrive.com/docs/api/v1/Deals#addDeal; Pipedrive has no idempotency key. */
export const create_deal = write('POST /api/v2/deals', {
  description: 'Add a deal',
  synonyms: ['opportunity', 'sale', 'new'],
  is: [],
  roles: { recipient: ['/owner_id'], destination: ['/pipeline_id', '/stage_id'], text: ['/title'] },
  additive: true,
  params: { title, ...optional(content) },
  rename: { state: 'status' },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Deals#updateDeal */
export const update_deal = write('PATCH /api/v2/deals/{deal_id}', {
  description: 'Change a deal, e.g. its stage, or mark it won or lost; omitted fields stay unchanged',
  synonyms: ['edit', 'move', 'close', 'won', 'lost'],
  is: [],
  roles: { recipient: ['/owner_id'], destination: ['/pipeline_id', '/stage_id'], text: ['/title', '/lost_reason'] },
  idempotent: true,
  params: {
    deal_id,
    ...optional({
      title,
      ...content,
      person_id: clearable(person_id),
      org_id: clearable(org_id),
      expected_close_date: clearable(content.expected_close_date),
      lost_reason: clearable(text(150, 'Why the deal is lost')),
    }),
  },
  rename: { state: 'status' },
  result: aThing,
})

/** https://developers.pipedrive.com/docs/api/v1/Stages#getStages */
export const list_stages = read('GET /api/v2/stages', {
  description: 'List the stages of pipelines',
  synonyms: ['columns', 'steps'],
  ttl: '5m',
  params: optional({ pipeline_id }),
  pages: listed,
})
