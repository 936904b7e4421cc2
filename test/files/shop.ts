import { createHash } from 'node:crypto'
import {
  aboutFile,
  apiKey,
  at,
  file,
  inBase64,
  list,
  optional,
  pathOfAddress,
  provider,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'

const id = text(100, 'Which one')

const content = file(1000, 'The content')
const uploads = 'https://uploads.shop.example.com'

const open_upload = read('POST /uploads', {
  description: 'Ask for the address of an upload',
  params: { name: text(255, 'Name of the file'), length: Type.Integer({ description: 'Its size in bytes' }) },
})
const send_bytes = read('PUT /put', {
  description: 'Send the bytes of an upload',
  origin: uploads,
  auth: false,
  encoding: 'bytes',
  params: { address: text(2000, 'The address that was answered'), content },
  in: { address: 'query' },
  request: ({ address }) => {
    const { path, query } = pathOfAddress(address, [uploads])
    return { path, query: { ...query, address: undefined } }
  },
})

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
    embed: write('POST /things/{id}/embedded', {
      description: 'Attach a file to a thing, in JSON',
      params: { id, content },
      request: ({ content }) => {
        const { filename, media_type } = aboutFile(content)
        return { body: { content: undefined, filename, media_type, data: { bytes: inBase64(content) } } }
      },
    }),
    upload: write('POST /things/{id}/uploaded', {
      description: 'Attach a file to a thing, which is uploaded elsewhere',
      params: { id, content, title: text(100, 'A title') },
      before: [
        {
          send: open_upload,
          params: ({ content }) => ({ name: aboutFile(content).filename, length: aboutFile(content).bytes }),
        },
        { send: send_bytes, params: ({ content }, [opened]) => ({ address: at(opened, '/upload_url'), content }) },
      ],
      request: () => ({ body: { content: undefined } }),
      complete: (_params, [opened]) => ({ body: { upload_id: at(opened, '/upload_id') } }),
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
  readonly search: string
  readonly key: string | null
  readonly type: string
  readonly length: string | null
  readonly bytes: number
  readonly sha256: string
  readonly text: string
}

/** Its vendor: remembers what it got, and answers with what `content` gives. */
export const startShop = () => {
  const received: Received[] = []
  const vendor: {
    content: (request: Request) => Response | Promise<Response>
    /** Answers where an upload goes. */
    opened: () => Response
  } = {
    content: () => new Response('', { status: 404 }),
    opened: () => Response.json({ upload_id: 'u1', upload_url: `${uploads}/put/u1?ticket=a%2Fb` }),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    async fetch(request) {
      const { pathname: path, search } = new URL(request.url)
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
      const key = headers.get('x-key')
      received.push({ method, path, search, key, type, length, bytes, sha256: hash.digest('hex'), text })
      if (path === '/uploads') return vendor.opened()
      return Response.json({ id: 'thing' }, { status: 201 })
    },
  })
  return Object.assign(vendor, { origin: server.url.origin, received, stop: () => server.stop(true) })
}
