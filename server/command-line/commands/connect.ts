import type { Command, CommandGroup } from '../command.ts'
import { jsonOption } from '../command.ts'
import { CommandError, usageError } from '../command-error.ts'
import { spanSeconds } from '../moment.ts'
import { plainJson, plainText } from '../plain-text.ts'
import { pageOptions, routeCommand, type Shown, showAnswer } from '../route-command.ts'
import { column } from '../table.ts'

const pollMs = 2000

const link = { connect_id: 'the id, as "connect make" shows it' }

const shown: Shown = {
  columns: [
    column('connect id'),
    column('tenant', 'tenant_id'),
    column('provider'),
    column('account', 'account_id'),
    column('status'),
    column('identity'),
    column('reason'),
    column('expires', 'expires_at', 'moment'),
  ],
}

const validFor = (text: string | undefined): number | undefined => {
  const seconds = text === undefined ? undefined : spanSeconds(text)
  if (text !== undefined && seconds === undefined) throw usageError('--valid must be a span such as 30m, 12h or 7d')
  return seconds
}

/** A link can be tried again after a failure, so only these are its end. */
const isOver = (status: unknown): boolean => status === 'connected' || status === 'expired'

const watch: Command = {
  summary: 'Wait until somebody has connected the account by a link',
  description: 'The exit code is 1 when the link expires before that.',
  route: 'GET /admin/connect/{connect_id}',
  isRemote: true,
  args: { connect_id: { type: 'positional', description: link.connect_id }, ...jsonOption },
  examples: ['patchbay connect watch 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
  async run({ required, flag, admin, terminal }) {
    const api = await admin()
    const path = `/admin/connect/${encodeURIComponent(required('connect_id'))}`
    let answer = (await api.json('GET', path)) ?? {}
    for (let last = ''; !isOver(answer.status); answer = (await api.json('GET', path)) ?? {}) {
      const line = plainText(`${answer.status}${answer.reason ? `: ${answer.reason}` : ''}`)
      if (line !== last) terminal.say(line)
      last = line
      await Bun.sleep(pollMs)
    }
    if (flag('json')) terminal.out(plainJson(answer, 2))
    else showAnswer(shown, answer, terminal)
    if (answer.status === 'expired') throw new CommandError('failed', 'the link has expired: make another one')
  },
}

export const connect: CommandGroup = {
  summary: 'Links by which people connect their accounts',
  commands: {
    make: routeCommand({
      summary: 'Make a link that connects an account',
      description:
        'The link is printed alone on stdout, this once. Who opens it gives the gateway the right to use the account.',
      route: 'POST /admin/connect',
      path: { tenant: "the tenant's id", provider: 'e.g. hubspot', account: 'a new account, or one to connect again' },
      options: {
        label: { type: 'string', description: 'the name for people' },
        valid: { type: 'string', valueHint: 'span', description: 'how long it may be used, e.g. 12h; at most 7d (1h)' },
        'return-url': { type: 'string', valueHint: 'url', description: 'where the browser goes in the end' },
      },
      examples: ['patchbay connect make acme hubspot main --label "Main portal" --valid 12h'],
      shown: { columns: [column('connect id'), column('expires', 'expires_at', 'moment')], secret: 'url' },
      body: ({ required, text }) => ({
        tenant_id: required('tenant'),
        provider: required('provider'),
        account_id: required('account'),
        label: text('label'),
        expires_in: validFor(text('valid')),
        return_url: text('return-url'),
      }),
    }),
    show: routeCommand({
      summary: 'Show what became of a link',
      route: 'GET /admin/connect/{connect_id}',
      path: link,
      examples: ['patchbay connect show 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
      shown,
    }),
    watch,
    list: routeCommand({
      summary: 'List the links, newest first',
      route: 'GET /admin/connect',
      query: {
        tenant: { type: 'string', valueHint: 'id', description: 'links of this tenant only' },
        ...pageOptions,
      },
      examples: ['patchbay connect list --tenant acme'],
      shown: { ...shown, rows: 'links', none: 'no links: "patchbay connect make" makes one' },
    }),
    end: routeCommand({
      summary: 'End a link before it expires',
      description: 'Nobody can connect an account by it any more; a try that is under way ends with it.',
      route: 'DELETE /admin/connect/{connect_id}',
      path: link,
      examples: ['patchbay connect end 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
      done: 'the link has ended',
    }),
  },
}
