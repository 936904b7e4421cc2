import type { Pointer } from '@patchbay/core/provider'
import { isNode, type Node, toNode } from '../../../codegen/import/read/node.ts'
import type { Vendor } from '../vendor.ts'

/** The slice of Microsoft's document in `../documents`; its README.md has the source. */
export const graphFile = 'microsoft__graph.json'
export const providersOfGraph = ['microsoft-outlook', 'microsoft-teams'] as const

const smallFirst = (name: string): string => name.replace(/^[A-Z]/, (first) => first.toLowerCase())

/** Changes the members of every schema in a value. */
const withMembers = (value: unknown, change: (members: Node) => Node): unknown => {
  if (Array.isArray(value)) return value.map((item) => withMembers(item, change))
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = withMembers(member, change)
      return [name, name === 'properties' && isNode(inner) ? change(inner) : inner]
    }),
  )
}

const withSmallMembers = (value: unknown): unknown =>
  withMembers(value, (members) =>
    Object.fromEntries(Object.entries(members).map(([name, schema]) => [smallFirst(name), schema])),
  )

/** A member that leads to another entity may be sent as a reference to it (OData JSON Format 4.01, section 8.5). */
const withReferences = (value: unknown): unknown =>
  withMembers(value, (members) => ({
    ...members,
    ...Object.fromEntries(
      Object.entries(members)
        .filter(([, schema]) => isNode(schema) && schema['x-ms-navigationProperty'] === true)
        .map(([name]) => [`${name}@odata.bind`, { type: 'string' }]),
    ),
  }))

/** No example of Microsoft's has the type of what is sent, e.g. https://learn.microsoft.com/en-us/graph/api/user-post-messages. */
const withoutRequiredType = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutRequiredType)
  if (!isNode(value)) return value
  const { required, ...rest } = value
  const members = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, withoutRequiredType(member)]))
  if (!Array.isArray(required)) return required === undefined ? members : { ...members, required }
  return { ...members, required: required.filter((name) => name !== '@odata.type') }
}

/** A last segment to which requests are posted is an action; a type of entities, as in `/places/microsoft.graph.room`, is read. */
export const shortPath = (path: string, item: unknown): string =>
  isNode(item) && item.post !== undefined ? path.replace(/\/microsoft\.graph\.(\w+)$/, '/$1') : path

/**
 * The document with actions as each of Microsoft's pages has them, e.g. https://learn.microsoft.com/en-us/graph/api/message-move: the last
 * part of the path has no namespace, and the members of the body begin with small letters.
 */
export const withShortNames = (root: Node): Node => {
  const { requestBodies } = toNode(root.components)
  return {
    ...root,
    components: { ...toNode(root.components), requestBodies: withSmallMembers(toNode(requestBodies)) },
    paths: Object.fromEntries(
      Object.entries(toNode(root.paths)).map(([path, item]) => {
        const short = shortPath(path, item)
        return [short, short === path ? item : withSmallMembers(item)]
      }),
    ),
  }
}

const prepare = (root: Node): Node => withoutRequiredType(withReferences(withShortNames(root))) as Node

const page = (name: string): string => `https://learn.microsoft.com/en-us/graph/api/${name}`
const member = (name: string, at: string): Pointer =>
  `/components/schemas/microsoft.graph.${name}/allOf/1/properties/${at}`
const later = 'the document is older than this'
const notThere = 'the document leaves it out'
const headers = { authorization: 'https://learn.microsoft.com/en-us/graph/auth/auth-concepts' }

export const microsoftOutlook: Vendor = {
  id: 'microsoft-outlook',
  documents: [
    {
      file: graphFile,
      prepare,
      corrections: ['contentBytes', 'contentId'].map((name) => ({
        at: member('attachment', name),
        from: member('fileAttachment', name),
        why: `${page('message-post-attachments')}: files are attachments`,
      })),
    },
  ],
  headers,
  query: {
    startDateTime: `${page('event-list-instances')}: required, and left out by the document`,
    endDateTime: `${page('event-list-instances')}: required, and left out by the document`,
  },
  withoutOperation: {
    download_attachment: notThere,
    get_mailbox_settings: notThere,
    set_automatic_replies: notThere,
    update_mailbox_settings: notThere,
  },
  settings: { directory: 'common' },
}

const content = '/paths/~1drives~1{drive-id}~1items~1{driveItem-id}'
const mentioned = 'each mention has its name in the text, which samples have not'

export const microsoftTeams: Vendor = {
  id: 'microsoft-teams',
  documents: [
    {
      file: graphFile,
      prepare,
      corrections: [
        {
          at: member('conversationMember', 'user@odata.bind'),
          from: member('aadUserConversationMember', 'user@odata.bind'),
          why: `${page('chat-post-members')}: members are users of the directory`,
        },
        {
          at: `${content}:~1{name}:~1content`,
          from: `${content}~1content`,
          why: `${page('driveitem-put-content')}: a new file has its folder and name in the path`,
        },
        {
          at: `${content}:~1{name}:~1content/put/requestBody/content`,
          value: { 'text/plain': { schema: { type: 'string', format: 'binary' } } },
          why: `${page('driveitem-put-content')}: its example has the media type of the file`,
        },
        {
          at: member('teamworkUserIdentity', 'tenantId'),
          from: member('teamworkUserIdentity', '@odata.type'),
          why: `${page('chat-hideforuser')}: the person has the id of the tenant`,
        },
        {
          at: '/paths/~1users~1{user-id}~1presence~1setUserPreferredPresence/post/requestBody/content/application~1json/schema/properties/expirationDuration',
          value: { type: 'string' },
          why: `${page('presence-setuserpreferredpresence')}: an ISO 8601 duration, of which samples have the letters alone`,
        },
        {
          at: '/paths/~1users~1{user-id}~1presence~1clearUserPreferredPresence/post/requestBody',
          from: '/paths/~1users~1{user-id}~1presence~1setUserPreferredPresence/post/requestBody',
          why: `${page('presence-clearuserpreferredpresence')}: its example sends an empty object`,
        },
      ],
    },
  ],
  headers,
  withoutSample: {
    'post_message mentions': mentioned,
    'reply mentions': mentioned,
    'send_chat_message mentions': mentioned,
  },
  withoutOperation: {
    add_chat_reaction: later,
    add_reaction: later,
    remove_reaction: later,
    download_recording: later,
    get_transcript: later,
    list_recordings: later,
    list_transcripts: later,
    set_status_message: later,
  },
  settings: { directory: 'common' },
}
