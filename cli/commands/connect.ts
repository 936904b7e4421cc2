import { showJson, showText } from '@patchbay/core/shown-text'
import { readData, type Schemas } from '../api/admin-api.ts'
import { type Command, type CommandGroup, jsonOption } from '../program/command.ts'
import { spanSeconds } from '../program/moment.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { showAnswer } from '../program/show-answer.ts'
import { calledAs } from '../terminal/called-as.ts'
import { column } from '../terminal/column.ts'
import { CommandError, usageError } from '../terminal/command-error.ts'

const pollMs = 2000

const link = { connect_id: 'the id, as "connect make" shows it' }

const shown = {
  columns: [
    column('connect id', 'connect_id', 'id'),
    column('tenant', 'tenant_id'),
    column('provider'),
    column('account', 'account_id'),
    column('status', 'status', 'state'),
    column('identity'),
    column('name', 'display_name'),
    column('reason', 'reason', 'note'),
    column('expires', 'expires_at', 'moment'),
  ],
}

const validFor = (text: string | undefined): number | undefined => {
  const seconds = text === undefined ? undefined : spanSeconds(text)
  if (text !== undefined && seconds === undefined) throw usageError('--valid must be a duration such as 30m, 12h or 7d')
  return seconds
}

const readProviders = (text: string): string | string[] => (text.includes(',') ? text.split(',') : text)

const readName = (name: string | undefined): { name: string } | undefined => (name === undefined ? undefined : { name })

const readMetadata = (text: string | undefined): Record<string, string> | undefined => {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw usageError('--metadata must be a JSON object of texts, such as \'{"user": "1042"}\'')
  }
}

/** A link can be tried again after a failure, so only these states are final. */
const isOver = ({ status }: Schemas['ConnectLink']): boolean =>
  status === 'connected' || status === 'expired' || status === 'disconnected'

const watch: Command = {
  summary: 'Wait until somebody has connected the account with a link',
  description: 'The exit code is 1 when the link expires first.',
  route: 'GET /admin/connect/{connect_id}',
  isRemote: true,
  args: { connect_id: { type: 'positional', description: link.connect_id }, ...jsonOption },
  examples: ['patchbay connect watch 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
  async run({ required, flag, admin, terminal }) {
    const api = await admin()
    const params = { path: { connect_id: required('connect_id') } }
    const read = () => readData(api.GET('/admin/connect/{connect_id}', { params }))
    let answer = await read()
    for (let last = ''; !isOver(answer); answer = await read()) {
      const line = showText(`${answer.status}${answer.reason ? `: ${answer.reason}` : ''}`)
      if (line !== last) terminal.say(line)
      last = line
      await Bun.sleep(pollMs)
    }
    if (flag('json')) terminal.out(showJson(answer, 2))
    else showAnswer(shown, answer, terminal)
    if (answer.status === 'expired') throw new CommandError('failed', 'the link has expired: create another one')
  },
}

export const connectCommands: CommandGroup = {
  summary: 'Links for people to connect their accounts',
  commands: {
    make: routeCommand({
      description:
        'Only the link is printed on stdout, and only once. Whoever opens it gives the gateway the right to use an account.',
      route: 'POST /admin/connect',
      args: {
        tenant: "the tenant's id",
        provider: 'e.g. hubspot; several with commas, among which the person chooses',
        account: 'a new account, or an account to reconnect',
      },
      members: { label: {} },
      options: {
        valid: {
          type: 'string',
          valueHint: 'duration',
          description: 'how long the link is valid, e.g. 12h; at most 7d (default: 1h)',
        },
        'create-tenant': {
          type: 'string',
          valueHint: 'name',
          description: 'the display name: the tenant is created with the account if it does not exist',
        },
        metadata: {
          type: 'string',
          valueHint: 'json',
          description: 'texts that webhooks about the account return, e.g. \'{"user": "1042"}\'',
        },
        'return-url': { type: 'string', valueHint: 'url', description: 'where the browser is sent after connecting' },
        origin: {
          type: 'string',
          valueHint: 'origin',
          description:
            'the origin of your page that opens the link in a pop-up, e.g. https://app.example.com; it is told the end',
        },
      },
      examples: [
        'patchbay connect make acme hubspot main --label "Main portal" --valid 12h',
        'patchbay connect make cust-42 hubspot,salesforce main --create-tenant "Initech"',
        'patchbay connect make cust-42 hubspot main --origin https://app.example.com',
      ],
      shown: { columns: [column('connect id'), column('expires', 'expires_at', 'moment')], secret: 'url' },
      body: {
        tenant_id: ({ required }) => required('tenant'),
        provider: ({ required }) => readProviders(required('provider')),
        account_id: ({ required }) => required('account'),
        create_tenant: ({ text }) => readName(text('create-tenant')),
        metadata: ({ text }) => readMetadata(text('metadata')),
        expires_in: ({ text }) => validFor(text('valid')),
        return_url: ({ text }) => text('return-url'),
        origin: ({ text }) => text('origin'),
      },
    }),
    show: routeCommand({
      route: 'GET /admin/connect/{connect_id}',
      args: link,
      examples: ['patchbay connect show 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
      shown,
    }),
    watch,
    list: routeCommand({
      summary: 'List the links, newest first',
      route: 'GET /admin/connect',
      query: { tenant: { valueHint: 'id' }, ...pageOptions },
      examples: ['patchbay connect list --tenant acme'],
      shown: { ...shown, rows: 'links', none: `no links: create one with "${calledAs} connect make"` },
    }),
    end: routeCommand({
      description: 'Nobody can connect an account with it any more; an attempt in progress ends too.',
      route: 'DELETE /admin/connect/{connect_id}',
      args: link,
      examples: ['patchbay connect end 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
    }),
  },
}
