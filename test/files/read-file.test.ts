import { afterAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../client.ts'
import { createFiles } from './create-files.ts'
import { makePdf as pdf } from './make-pdf.ts'
import { startShopGateway } from './start-shop-gateway.ts'

const { vendor, gateway } = await startShopGateway({ env: { CALLS_PER_MINUTE: '0' } })
const { upload } = createFiles(gateway.url)

const send = async (method: string, params: object, { token = tokenOf('acme'), query = '' } = {}) => {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
  return (await gateway.send('POST', `/mcp${query}`, headers, { jsonrpc: '2.0', id: 1, method, params })).body.result
}
const callTool = async (name: string, args: object, how = {}) => {
  const { content, isError } = await send('tools/call', { name, arguments: args }, how)
  const [{ text }, ...beside] = content
  return { ...JSON.parse(text), isError, beside }
}
const readFile = (args: object, how = {}) => callTool('read_file', args, how)
const sent = async (bytes: Uint8Array | string, type: string): Promise<string> =>
  (await upload(Buffer.from(bytes), { 'content-type': type })).body.data.file_id
const answerWith = (bytes: Uint8Array, type: string): void => {
  vendor.content = () => new Response(Buffer.from(bytes), { headers: { 'content-type': type } })
}

const png = (length: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(length - 8, 7)])

describe('an answer of bytes', () => {
  it.each(['image/png', 'image/jpeg', 'application/octet-stream'])(
    'that is an image is shown as one, whose vendor calls it %s',
    async (type) => {
      const image = png(200_000)
      answerWith(image, type)
      const { data, beside } = await callTool('shop', { action: 'download', id: '1' })
      expect(data).toEqual({ media_type: type, bytes: 200_000 })
      expect(beside).toEqual([{ type: 'image', mimeType: 'image/png', data: image.toString('base64') }])
    },
  )

  it('that is an image over 1 MiB is a file', async () => {
    answerWith(png(2 ** 20 + 1), 'image/png')
    const { data, beside } = await callTool('shop', { action: 'download', id: '1' })
    expect(data).toMatchObject({ media_type: 'image/png', bytes: 2 ** 20 + 1, file_id: expect.any(String) })
    expect(beside).toEqual([])
  })

  it('that is a text is shown as one, in parts where it is long', async () => {
    answerWith(Buffer.from('name,city\nGrüße,"Köln"\n'), 'text/csv')
    const short = await callTool('shop', { action: 'download', id: '1' })
    expect(short.data).toEqual({ media_type: 'text/csv', bytes: 26, text: 'name,city\nGrüße,"Köln"\n' })
    const long = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join('')
    answerWith(Buffer.from(long), 'text/plain')
    let part = await callTool('shop', { action: 'download', id: '1' })
    let text = part.data.text
    while (part.truncated) {
      part = await callTool('shop', { action: 'download', continuation: part.truncated.continuation })
      text += part.data.text
    }
    expect(text).toBe(long)
  })

  it('that is a PDF is a file, whose text can be read', async () => {
    answerWith(pdf('Invoice 4711 of Ada'), 'application/pdf')
    const { data } = await callTool('shop', { action: 'download', id: '1' })
    expect(data).toMatchObject({ media_type: 'application/pdf', file_id: expect.any(String) })
    const read = await readFile({ file_id: data.file_id })
    expect(read.data).toMatchObject({ pages: 1, part: 1, parts: 1, text: 'Invoice 4711 of Ada' })
  })

  it('is as it was over REST', async () => {
    answerWith(png(100), 'image/png')
    const { body } = await gateway.call('acme', 'shop', { action: 'download', id: '1' })
    expect(body.data).toEqual({ media_type: 'image/png', bytes: 100, content: png(100).toString('base64') })
  })
})

describe('a member in base64', () => {
  const answerJson = (body: object): void => {
    vendor.content = () => Response.json(body)
  }

  it('that the action names is a file, with the type that its beginning or the member beside it says', async () => {
    const [image, table] = [png(3000), Buffer.from('a,b\n'.repeat(1000))]
    const small = Buffer.from('small').toString('base64')
    answerJson({
      id: 7,
      parts: [
        { data: image.toString('base64') },
        { data: table.toString('base64url'), mimeType: 'text/csv', filename: 'table.csv' },
        { data: small },
        { text: 'none' },
      ],
    })
    const { data } = await callTool('shop', { action: 'parts', id: '1' })
    const [first, second, ...others] = data.parts
    expect(data.id).toBe(7)
    expect(first.data).toMatchObject({ media_type: 'image/png', bytes: 3000, url: expect.any(String) })
    expect(second.data).toMatchObject({ media_type: 'text/csv', filename: 'table.csv' })
    expect(others).toEqual([{ data: small }, { text: 'none' }])
    expect((await readFile({ file_id: first.data.file_id })).beside[0].data).toBe(image.toString('base64'))
    expect((await readFile({ file_id: second.data.file_id })).data.text).toBe(table.toString())
  })

  it('is a PDF if it begins as one, whatever the member beside it says', async () => {
    const page = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3000, '%')])
    answerJson({ parts: [{ data: page.toString('base64'), mimeType: 'text/plain' }] })
    const { data } = await callTool('shop', { action: 'parts', id: '1' })
    expect(data.parts[0].data).toMatchObject({ media_type: 'application/pdf', bytes: page.length })
  })

  it('that the schema of the answer says is one, too, and never of another token', async () => {
    answerJson({ preview: png(5000).toString('base64') })
    const { data } = await callTool('shop', { action: 'preview', id: '1' })
    expect(data.preview).toMatchObject({ media_type: 'image/png', bytes: 5000 })
    const { token } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
    const other = await callTool('shop', { action: 'preview', id: '1' }, { token })
    expect(other.data.preview.file_id).not.toBe(data.preview.file_id)
    expect((await readFile({ file_id: other.data.preview.file_id }, { token })).beside).toHaveLength(1)
  })

  it('is a file in the answer that a key gives again, too', async () => {
    answerJson({ drawing: png(5000).toString('base64') })
    const draw = { action: 'draw', id: '1', idempotency_key: crypto.randomUUID() }
    for (const replayed of [undefined, true]) {
      const again = await callTool('shop', draw)
      expect([again.replayed, again.data.drawing.media_type]).toEqual([replayed, 'image/png'])
      expect((await readFile({ file_id: again.data.drawing.file_id })).beside).toHaveLength(1)
    }
  })

  it('stays as it is over REST', async () => {
    answerJson({ preview: png(5000).toString('base64') })
    const { body } = await gateway.call('acme', 'shop', { action: 'preview', id: 'rest' })
    expect(body.data.preview).toBe(png(5000).toString('base64'))
  })
})

describe('read_file', () => {
  it('is on every surface, and reads without asking', async () => {
    for (const surface of ['domains', 'effects', 'actions', 'search', 'code']) {
      const { tools } = await send('tools/list', {}, { query: `?tools=${surface}` })
      const tool = tools.find(({ name }: { name: string }) => name === 'read_file')
      expect(tool?.annotations).toMatchObject({ readOnlyHint: true })
      expect(tools.filter(({ name }: { name: string }) => name === 'read_file')).toHaveLength(1)
    }
  })

  it.each([
    ['text/plain', 'one\ntwo'],
    ['application/json', '{"a":1}'],
    ['application/vnd.api+json', '{"a":1}'],
    ['image/svg+xml', '<svg/>'],
    ['application/octet-stream', 'Grüße, without a type'],
  ])('shows a file of the type %s as text', async (type, text) => {
    const { data } = await readFile({ file_id: await sent(text, type) })
    expect(data).toMatchObject({ media_type: type, text, part: 1, parts: 1 })
  })

  it('reads a long text part by part, and cuts no character', async () => {
    const text = Array.from({ length: 30_000 }, (_, n) => `äß€😀${n}`).join('\n')
    const file_id = await sent(text, 'text/plain')
    const first = (await readFile({ file_id })).data
    expect(first.parts).toBeGreaterThan(3)
    expect(first.hint).toContain('part: 2')
    const parts = [first.text]
    for (let part = 2; part <= first.parts; part++) parts.push((await readFile({ file_id, part })).data.text)
    expect(parts.join('')).toBe(text)
    const beyond = await readFile({ file_id, part: first.parts + 1 })
    expect(beyond).toMatchObject({ isError: true, code: 'VALIDATION_ERROR' })
  })

  it('shows an image, and says of other files what to do with them', async () => {
    const image = await readFile({ file_id: await sent(png(5000), 'image/png') })
    expect(image.beside).toEqual([{ type: 'image', mimeType: 'image/png', data: png(5000).toString('base64') }])
    const zip = await readFile({ file_id: await sent(Buffer.from('PK\x03\x04\0\0'), 'application/zip') })
    expect(zip).toMatchObject({ isError: true, code: 'VALIDATION_ERROR' })
    expect(zip.error).toContain('Pass the file_id on')
  })

  it('shows no file of another token, and none whose action is no longer allowed', async () => {
    const file_id = await sent('secret', 'text/plain')
    const { token } = (await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme' })).body
    expect(await readFile({ file_id }, { token })).toMatchObject({ isError: true, code: 'NOT_FOUND' })
    answerWith(pdf('secret'), 'application/pdf')
    const { data } = await callTool('shop', { action: 'download', id: '1' })
    await gateway.admin('PATCH', '/admin/tenants/acme', { options: { deny: ['shop:download'] } })
    afterAll(() => gateway.admin('PATCH', '/admin/tenants/acme', { options: { deny: null } }))
    expect(await readFile({ file_id: data.file_id })).toMatchObject({ isError: true, code: 'FORBIDDEN' })
  })

  it('refuses what is no PDF, has no text or is too large, in words', async () => {
    const why = async (bytes: Buffer) => (await readFile({ file_id: await sent(bytes, 'application/pdf') })).error
    expect(await why(Buffer.from('%PDF-1.4 and nothing more'))).toContain("can't be read")
    expect(await why(pdf(''))).toContain('it has none')
    expect(await why(Buffer.concat([pdf('x'), Buffer.alloc(20 * 2 ** 20)]))).toContain('more than 20 MiB')
  })
})
