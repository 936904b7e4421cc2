import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { createFiles } from './create-files.ts'
import { startShopGateway } from './start-shop-gateway.ts'

const { vendor, gateway } = await startShopGateway({
  env: { CALLS_PER_MINUTE: '0' },
})
const { upload, content } = createFiles(gateway.url)

const headers = { authorization: `Bearer ${tokenOf('acme')}`, accept: 'application/json, text/event-stream' }
const send = async (method: string, params: object) =>
  (await gateway.send('POST', '/mcp', headers, { jsonrpc: '2.0', id: 1, method, params })).body.result
const callTool = async (args: object) => {
  const { content, isError } = await send('tools/call', { name: 'shop', arguments: args })
  return { ...JSON.parse(content[0].text), isError }
}
const answerWith = (length: number, type = 'application/zip'): Buffer => {
  const bytes = randomBytes(length)
  vendor.content = () => new Response(bytes, { headers: { 'content-type': type } })
  return bytes
}

it('a model gets bytes over 64 KiB of base64 as a file with a link, and smaller ones as they are', async () => {
  const small = answerWith(1000)
  const { data } = await callTool({ action: 'download', id: 'small' })
  expect(data).toEqual({ media_type: 'application/zip', bytes: 1000, content: small.toString('base64') })
  const large = answerWith(49_153)
  const { data: file } = await callTool({ action: 'download', id: 'large' })
  expect(file).toMatchObject({ bytes: 49_153, media_type: 'application/zip', file_id: expect.any(String) })
  expect(JSON.stringify(file).length).toBeLessThan(500)
  expect(Buffer.from(await (await content(file.file_id)).arrayBuffer()).equals(large)).toBe(true)
  expect((await fetch(file.url)).status).toBe(200)
})

it('a model asks for a file, and sends one by its id', async () => {
  const bytes = answerWith(10)
  const { data } = await callTool({ action: 'download', id: '1', as_file: true })
  const { isError } = await callTool({ action: 'put', id: '2', content: { file_id: data.file_id } })
  expect(isError ?? false).toBe(false)
  const { file_id } = (await upload(Buffer.from('of a backend'), { 'content-type': 'text/plain' })).body.data
  await callTool({ action: 'attach', id: '3', title: 'x', picture: { file_id } })
  expect(vendor.received.map(({ path }) => path)).toEqual(['/things/2/content', '/things/3/files'])
  expect(vendor.received[0]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(vendor.received[1]?.text).toContain('of a backend')
})

it('the tool says that a file may be named by its id, and that an answer can become one', async () => {
  const { tools } = await send('tools/list', {})
  const { properties } = tools.find(({ name }: { name: string }) => name === 'shop').inputSchema
  expect(properties.as_file).toMatchObject({ type: 'boolean' })
  expect(JSON.stringify(properties.picture)).toContain('file_id')
})
