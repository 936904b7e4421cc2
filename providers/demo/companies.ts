import { read } from '@patchbay/core/provider'
import { aList, aRecord, company_id } from './parameters.ts'

export const list_companies = read('GET /v1/companies', {
  description: 'List companies',
  synonyms: ['organisations', 'businesses', 'accounts', 'clients'],
  ttl: '5m',
  params: {},
  ...aList,
})

export const get_company = read('GET /v1/companies/{company_id}', {
  description: 'Get one company',
  synonyms: ['organisation', 'business', 'account', 'client'],
  ttl: '5m',
  params: { company_id },
  result: aRecord,
})
