/** One call, one refused call and one upload by the client of @hey-api/openapi-ts. */

import { createClient } from './generated/client'
import { callHubspot, putFile } from './generated/index'

declare const process: { readonly env: Readonly<Record<string, string>> }
const { GATEWAY_URL: baseUrl = '', TENANT_TOKEN = '' } = process.env

const connect = (token: string) => createClient({ baseUrl, auth: token })
const path = { tenant: 'acme' }
const body = { action: 'list', object_type: 'contacts' } as const

const client = connect(TENANT_TOKEN)
const called = await callHubspot({ client, path, body })
const refused = await callHubspot({ client: connect('wrong'), path, body })
const file = await putFile({ client, path, headers: { 'X-File-Name': 'names.csv' }, body: new Blob(['name']) })
console.log(JSON.stringify([called.data?.cache, refused.error?.code, file.data?.data.bytes]))
