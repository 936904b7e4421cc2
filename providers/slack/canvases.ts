import { choice, invalid, list, optional, read, Type, text, write } from '@patchbay/core/provider'
import { user } from './parameters.ts'
import { ok, thing } from './responses.ts'

const canvas_id = text(100, 'Id of the canvas, e.g. F1234ABCD')
const markdown = text(100_000, 'The text, in Markdown')
const channel = text(100, 'Id of the channel in which it becomes a tab')
const section_id = text(200, 'Id of a section; find_canvas_sections lists them')

/** https://docs.slack.dev/reference/methods/canvases.create#document_content */
const toContent = (text: string): string => JSON.stringify({ type: 'markdown', markdown: text })

/** https://docs.slack.dev/reference/methods/canvases.create (tier 2: 20 a minute); free teams need the channel. */
export const create_canvas = write('POST /api/canvases.create', {
  description: 'Create a canvas, a document of Slack',
  synonyms: ['doc', 'page', 'note', 'wiki', 'new'],
  // The members of the channel see it.
  is: ['shares'],
  roles: { destination: ['/channel'], text: ['/title', '/markdown'] },
  additive: true,
  params: optional({ title: text(255, 'Title of the canvas'), markdown, channel }),
  rename: { channel: 'channel_id' },
  request: ({ markdown }) => ({
    body: { markdown: undefined, document_content: markdown === undefined ? undefined : toContent(markdown) },
  }),
  result: ok({ canvas_id: Type.String() }),
})

const operations = [
  'insert_at_end',
  'insert_at_start',
  'insert_after',
  'insert_before',
  'replace',
  'delete',
  'rename',
] as const
const needsSection = ['insert_after', 'insert_before', 'delete']

/** https://docs.slack.dev/reference/methods/canvases.edit (tier 3: 50 a minute); one operation a call. */
export const edit_canvas = write('POST /api/canvases.edit', {
  description: 'Add to, replace or delete a part of a canvas, or rename it',
  synonyms: ['write', 'append', 'update', 'change', 'document'],
  is: ['deletes'],
  roles: { destination: ['/canvas_id'], text: ['/markdown'] },
  params: {
    canvas_id,
    operation: choice(operations, 'What to do; replace without section_id replaces the whole canvas'),
    ...optional({ markdown, section_id }),
  },
  request: ({ operation, markdown, section_id }) => {
    if (needsSection.includes(operation) && section_id === undefined)
      throw invalid('/section_id', `is needed with ${operation}`)
    if (operation !== 'delete' && markdown === undefined) throw invalid('/markdown', `is needed with ${operation}`)
    const content = markdown === undefined ? undefined : { type: 'markdown', markdown }
    const change =
      operation === 'rename'
        ? { operation, title_content: content }
        : { operation, section_id, document_content: content }
    return {
      body: { operation: undefined, markdown: undefined, section_id: undefined, changes: JSON.stringify([change]) },
    }
  },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/canvases.sections.lookup (tier 3: 50 a minute) */
export const find_canvas_sections = read('POST /api/canvases.sections.lookup', {
  description: 'Find sections of a canvas by a text or by their headings',
  synonyms: ['paragraphs', 'headings', 'document'],
  params: {
    canvas_id,
    ...optional({
      contains_text: text(1000, 'A text that the section has'),
      section_types: list(Type.Enum(['any_header', 'h1', 'h2', 'h3']), {
        min: 1,
        max: 3,
        description: 'Only headings of these kinds',
      }),
    }),
  },
  request: ({ contains_text, section_types }) => {
    if (contains_text === undefined && section_types === undefined)
      throw invalid('', 'give contains_text or section_types')
    return {
      body: {
        contains_text: undefined,
        section_types: undefined,
        criteria: JSON.stringify({ contains_text, section_types }),
      },
    }
  },
  result: ok({ sections: Type.Array(thing) }),
})

/** https://docs.slack.dev/reference/methods/canvases.access.set (tier 3: 50 a minute) */
export const share_canvas = write('POST /api/canvases.access.set', {
  description: 'Give people or channels access to a canvas',
  synonyms: ['permission', 'invite', 'document', 'let see'],
  is: ['shares'],
  roles: { recipient: ['/users', '/channels'], destination: ['/canvas_id'] },
  idempotent: true,
  params: {
    canvas_id,
    access_level: choice(['read', 'write', 'owner'], 'What they may do'),
    ...optional({
      users: list(user, { min: 1, max: 100, description: 'Ids of the users' }),
      channels: list(text(100, 'Channel id'), { min: 1, max: 100, description: 'Ids of the channels' }),
    }),
  },
  rename: { users: 'user_ids', channels: 'channel_ids' },
  request: ({ users, channels }) => {
    if ((users === undefined) === (channels === undefined)) throw invalid('', 'give either users or channels')
    return { body: { user_ids: users && JSON.stringify(users), channel_ids: channels && JSON.stringify(channels) } }
  },
  result: ok({}),
})

/** https://docs.slack.dev/reference/methods/canvases.delete (tier 3: 50 a minute) */
export const delete_canvas = write('POST /api/canvases.delete', {
  description: 'Delete a canvas',
  synonyms: ['remove', 'document', 'page'],
  is: ['deletes'],
  roles: { destination: ['/canvas_id'] },
  idempotent: true,
  params: { canvas_id },
  result: ok({}),
})
