/** One call, one refused call and one upload by the types of openapi-typescript. */
import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi'

declare const process: { readonly env: Readonly<Record<string, string>> }
const { GATEWAY_URL: baseUrl = '', TENANT_TOKEN = '' } = process.env

const connect = (token: string) => createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
const body = { action: 'list', object_type: 'contacts' } as const
const params = { path: { tenant: 'acme' } }

const client = connect(TENANT_TOKEN)
const called = await client.POST('/api/v1/{tenant}/hubspot', { params, body })
const refused = await connect('wrong').POST('/api/v1/{tenant}/hubspot', { params, body })
const file = await client.POST('/api/v1/{tenant}/files', {
  params: { ...params, header: { 'X-File-Name': 'names.csv' } },
  body: 'name',
  bodySerializer: (text) => text,
  headers: { 'content-type': 'text/csv' },
})
console.log(JSON.stringify([called.data?.cache, refused.error?.code, file.data?.data.bytes]))
