import {
  aboutFile,
  at,
  file,
  findMade,
  integer,
  optional,
  page,
  pathOfAddress,
  read,
  Type,
  text,
  write,
} from '@patchbay/core/provider'
import { moment, thread_ts, user } from './parameters.ts'
import { ok, thing } from './responses.ts'
import { toTime } from './same-text.ts'

const conversation = text(100, 'Conversation id, e.g. C012AB3CD')
const file_id = text(100, 'File id, e.g. F2147483862')
const uploads = 'https://files.slack.com'

/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal (tier 4: 100 a minute) */
const open_upload = read('GET /api/files.getUploadURLExternal', {
  description: 'Ask for the address of an upload',
  params: { filename: text(1000, 'Name of the file'), length: integer('Its size in bytes', { min: 0 }) },
})

/** https://docs.slack.dev/messaging/working-with-files#uploading_files: the bytes as they are, to the address that was answered. */
const send_bytes = read('POST /upload', {
  description: 'Send the bytes of an upload',
  origin: uploads,
  auth: false,
  encoding: 'bytes',
  params: { address: text(2000, 'The address'), content: file(1_000_000_000, 'The file') },
  in: { address: 'query' },
  request: ({ address }) => {
    const { path, query } = pathOfAddress(address, [uploads])
    return { path, query: { ...query, address: undefined } }
  },
})

/** https://docs.slack.dev/reference/methods/files.list (tier 3: 50 a minute) */
export const list_files = read('GET /api/files.list', {
  description: 'List the files of a conversation, of a person or of the whole workspace',
  synonyms: ['uploads', 'documents', 'attachments', 'pictures', 'shared'],
  ttl: '30s',
  params: optional({
    channel: conversation,
    user,
    ts_from: moment('Only files after this time, in Unix seconds'),
    ts_to: moment('Only files before this time, in Unix seconds'),
    types: Type.Array(Type.Enum(['all', 'spaces', 'snippets', 'images', 'gdocs', 'zips', 'pdfs']), {
      minItems: 1,
      maxItems: 7,
      description: 'Kinds of files; left out: all',
    }),
    page: integer('Number of the page to start with', { max: 100 }),
  }),
  result: ok({ files: Type.Array(thing) }),
  pages: page({ items: '/files', total: '/paging/pages', into: 'page', size: { into: 'count', max: 200 } }),
})

/** https://docs.slack.dev/reference/methods/files.info (tier 4: 100 a minute) */
export const get_files_info = read('GET /api/files.info', {
  description: 'Get a file: its name, type, size, owner and where it is shared',
  synonyms: ['document', 'details', 'picture', 'attachment'],
  ttl: '30s',
  params: { file: file_id },
  result: ok({ file: thing }),
})

/**
 * In three steps: https://docs.slack.dev/messaging/working-with-files#uploading_files;
 * https://docs.slack.dev/reference/methods/files.completeUploadExternal (tier 4: 100 a minute)
 */
export const upload_file = write('POST /api/files.completeUploadExternal', {
  description: 'Upload a file, and share it in a conversation or thread; left out: it stays private',
  synonyms: ['attach', 'send a document', 'post a picture', 'image', 'pdf', 'attachment'],
  is: ['sends', 'shares'],
  roles: { recipient: ['/channel'], text: ['/comment', '/title'] },
  additive: true,
  params: {
    content: file(1_000_000_000, 'The file, up to 1 GB'),
    ...optional({
      channel: conversation,
      thread_ts,
      comment: text(40_000, 'The message that comes with the file'),
      title: text(255, "Title of the file; left out: the file's name"),
    }),
  },
  rename: { channel: 'channel_id', comment: 'initial_comment' },
  before: [
    {
      send: open_upload,
      params: ({ content }) => ({ filename: aboutFile(content).filename, length: aboutFile(content).bytes }),
    },
    { send: send_bytes, params: ({ content }, [opened]) => ({ address: at(opened, '/upload_url'), content }) },
  ],
  request: () => ({ body: { content: undefined, title: undefined } }),
  complete: ({ content, title = aboutFile(content).filename }, [opened]) => ({
    body: { files: JSON.stringify([{ id: at(opened, '/file_id'), title }]) },
  }),
  result: ok({ files: Type.Array(thing) }),
  confirm: {
    read: list_files,
    when: ({ channel }) => channel !== undefined,
    params: { channel: ({ channel }) => channel, ts_from: (_params, since) => toTime(since), limit: 200 },
    shows: (data, sought) =>
      findMade(
        data,
        sought,
        { items: '/files', made: '/created', most: 200, mayMiss: true },
        {
          is: (one) =>
            at(one, '/title') === sought.params.title && at(one, '/size') === aboutFile(sought.params.content).bytes,
          mayBe: () => true,
        },
      ),
  },
})

/** https://docs.slack.dev/reference/methods/files.delete (tier 3: 50 a minute) */
export const delete_file = write('POST /api/files.delete', {
  description: 'Delete a file for everyone',
  synonyms: ['remove', 'document', 'upload', 'attachment'],
  is: ['deletes'],
  idempotent: true,
  params: { file: file_id },
  result: ok({}),
  confirm: {
    read: get_files_info,
    params: { file: ({ file }) => file },
    shows: (data) => data === undefined,
  },
})
