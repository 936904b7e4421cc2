import { at, findMade, flag, holds, optional, read, Type, write } from '@patchbay/core/provider'
import * as notion from './parameters.ts'
import { readPlainText } from './plain-text.ts'

const { block_id } = notion

/** https://developers.notion.com/reference/get-block-children */
export const list_blocks = read('GET /v1/blocks/{block_id}/children', {
  description: 'List the blocks of a page or block, one level deep, with its subpages',
  synonyms: ['contents', 'paragraphs', 'children', 'child pages', 'subpages', 'pages under it'],
  ttl: '30s',
  params: { block_id },
  ...notion.aList,
})

/** https://developers.notion.com/reference/patch-block-children */
export const append_blocks = write('PATCH /v1/blocks/{block_id}/children', {
  description: 'Add blocks at the end of a page or block; append_markdown is simpler for text',
  synonyms: ['insert', 'write', 'add a paragraph', 'to-do list', 'checklist', 'table', 'bullets'],
  is: ['sends', 'runs'],
  onlyIf: notion.blockClasses,
  roles: { destination: ['/block_id'], derives: ['recipient'] },
  additive: true,
  params: { block_id, children: notion.children },
  result: Type.Object({ results: Type.Array(Type.Unknown()) }),
})

/** https://developers.notion.com/reference/delete-a-block */
export const delete_block = write('DELETE /v1/blocks/{block_id}', {
  description: 'Move a block into the trash',
  synonyms: ['remove', 'paragraph'],
  is: ['deletes'],
  idempotent: true,
  params: { block_id },
  result: notion.thing,
})

/** https://developers.notion.com/reference/retrieve-a-block */
export const get_block = read('GET /v1/blocks/{block_id}', {
  description: 'Get one block, without the blocks in it',
  synonyms: ['paragraph', 'to-do', 'contents'],
  ttl: '30s',
  params: { block_id },
  result: notion.thing,
})

/** https://developers.notion.com/reference/update-a-block: the whole of what is given is replaced. */
export const update_block = write('PATCH /v1/blocks/{block_id}', {
  description: 'Change the text of a block, tick a to-do off, or restore a block from the trash',
  synonyms: ['edit', 'paragraph', 'check', 'heading', 'complete'],
  is: ['sends', 'deletes', 'runs'],
  onlyIf: { ...notion.blockClasses, deletes: ({ in_trash }) => in_trash === true },
  roles: { destination: ['/block_id'], derives: ['recipient'] },
  idempotent: true,
  params: {
    block_id,
    ...optional({
      block: Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 3,
        description: 'What changes, below the type of the block, as Notion writes it',
        examples: [{ to_do: { checked: true } }, { paragraph: { rich_text: [{ text: { content: 'Hello' } }] } }],
      }),
      in_trash: flag('true moves the block into the trash, false restores it'),
    }),
  },
  request: ({ block, in_trash }) => ({
    body: { block: undefined, ...block, ...(in_trash !== undefined && { in_trash }) },
  }),
  result: notion.thing,
  confirm: {
    read: get_block,
    params: { block_id: ({ block_id }) => block_id },
    when: ({ block }) =>
      block === undefined || Object.values(block).every((one) => Object(one).rich_text === undefined),
    shows: holds(({ block, in_trash }) => ({ ...block, in_trash }), '/last_edited_time'),
  },
})

/** https://developers.notion.com/reference/list-comments */
export const list_comments = read('GET /v1/comments', {
  description: 'List the open comments of a page or block',
  synonyms: ['discussion', 'feedback', 'replies'],
  params: { block_id },
  ...notion.aList,
})

const listedComments = { items: '/results', made: '/created_time', most: 1000, mayMiss: true } as const

/** https://developers.notion.com/reference/create-a-comment */
export const create_comment = write('POST /v1/comments', {
  description: 'Comment on a page',
  synonyms: ['reply', 'discussion', 'feedback', 'note'],
  is: ['sends'],
  roles: { destination: ['/page_id'], text: ['/content'], derives: ['recipient'] },
  additive: true,
  params: { page_id: notion.page_id, content: notion.content },
  rename: { page_id: '/parent/page_id' },
  request: ({ content }) => ({ body: { content: undefined, rich_text: [{ text: { content } }] } }),
  result: notion.thing,
  confirm: {
    read: list_comments,
    params: { block_id: ({ page_id }) => page_id, limit: 1000 },
    // Comments that were resolved are not among them. Their times are cut off to the minute, so that most can't be told from earlier ones.
    shows: (data, sought) =>
      findMade(data, sought, listedComments, {
        is: (comment) => readPlainText(at(comment, '/rich_text')) === sought.params.content,
        mayBe: () => true,
      }),
  },
})

/** https://developers.notion.com/reference/create-a-comment */
export const reply_to_discussion = write('POST /v1/comments', {
  description: 'Reply to a comment: add one to its discussion',
  synonyms: ['answer', 'thread', 'respond'],
  is: ['sends'],
  roles: { destination: ['/discussion_id'], text: ['/content'], derives: ['recipient'] },
  additive: true,
  params: { discussion_id: notion.id('Id of the discussion; list_comments has it'), content: notion.content },
  request: ({ content }) => ({ body: { content: undefined, rich_text: notion.toRichText(content) } }),
  result: notion.thing,
})

/** https://developers.notion.com/reference/retrieve-a-comment */
export const get_comment = read('GET /v1/comments/{comment_id}', {
  description: 'Get one comment',
  synonyms: ['discussion', 'feedback'],
  params: { comment_id: notion.id('Id of the comment') },
  result: notion.thing,
})

/** https://developers.notion.com/reference/get-user */
export const get_user = read('GET /v1/users/{user_id}', {
  description: 'Get a person or bot of the workspace by id',
  synonyms: ['member', 'look up', 'who is', 'people'],
  ttl: '5m',
  params: { user_id: notion.user_id },
  result: notion.thing,
})

/** https://developers.notion.com/reference/get-users; guests are not among them. */
export const list_users = read('GET /v1/users', {
  description: "List the workspace's members and bots",
  synonyms: ['people', 'team', 'who'],
  ttl: '5m',
  params: {},
  ...notion.aList,
})

/** https://developers.notion.com/reference/get-self */
export const get_bot = read('GET /v1/users/me', {
  description: 'Get the bot that calls are made as, with its workspace',
  synonyms: ['who am i', 'account', 'token'],
  params: {},
  result: Type.Object({ object: Type.Literal('user'), id: Type.String() }),
})
