import { createHash } from 'node:crypto'
import { apiKey, file, list, optional, provider, read, Type, text, write } from '@patchbay/core/provider'

const id = text(100, 'Which one')

/** A provider that takes files and gives some. */
export const shop = provider({
  id: 'shop',
  title: 'Shop',
  origin: 'https://shop.example.com',
  auth: apiKey({ header: 'X-Key' }),
  actions: {
    attach: write('POST /things/{id}/files', {
      description: 'Attach files to a thing',
      encoding: 'multipart',
      params: {
        id,
        title: text(100, 'A title'),
        ...optional({ picture: file(1000, 'One'), more: list(file(1000, 'One'), { max: 5, description: 'Others' }) }),
      },
    }),
    put: write('PUT /things/{id}/content', {
      description: 'Replace the content of a thing',
      encoding: 'bytes',
      idempotent: true,
      params: { id, content: file(1000, 'The content') },
    }),
    download: read('GET /things/{id}/content', {
      description: 'Download the content of a thing',
      answer: 'bytes',
      ttl: '1m',
      params: { id },
    }),
    get: read('GET /things/{id}', { description: 'Get a thing', params: { id } }),
    parts: read('GET /things/{id}/parts', {
      description: 'Get the parts of a thing',
      params: { id },
      base64: ['/parts/*/data'],
    }),
    draw: write('POST /things/{id}/drawing', {
      description: 'Draw a thing',
      params: { id },
      is: [],
      base64: ['/drawing'],
    }),
    preview: read('GET /things/{id}/preview', {
      description: 'Get the preview of a thing',
      ttl: '1m',
      params: { id },
      result: Type.Object({ preview: Type.String({ contentEncoding: 'base64' }) }),
    }),
  },
})

interface Received {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly length: string | null
  readonly bytes: number
  readonly sha256: string
  readonly text: string
}

/** Its vendor: remembers what it got, and answers with what `content` gives. */
export const startShop = () => {
  const received: Received[] = []
  const vendor: { content: (request: Request) => Response | Promise<Response> } = {
    content: () => new Response('', { status: 404 }),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    async fetch(request) {
      const path = new URL(request.url).pathname
      if (request.method === 'GET' || path.endsWith('/drawing')) return vendor.content(request)
      const hash = createHash('sha256')
      let bytes = 0
      let text = ''
      for await (const piece of request.body ?? []) {
        hash.update(piece)
        bytes += piece.length
        if (bytes < 100_000) text += Buffer.from(piece).toString('latin1')
      }
      const { headers, method } = request
      const [type, length] = [headers.get('content-type') ?? '', headers.get('content-length')]
      received.push({ method, path, type, length, bytes, sha256: hash.digest('hex'), text })
      return Response.json({ id: 'thing' }, { status: 201 })
    },
  })
  return Object.assign(vendor, { origin: server.url.origin, received, stop: () => server.stop(true) })
}
