import { showJson } from '@patchbay/core/shown-text'
import { sendLocalFile } from '../api/send-local-file.ts'
import { type Command, type CommandGroup, jsonOption } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { showAnswer } from '../program/show-answer.ts'
import { calledAs } from '../terminal/called-as.ts'
import { column } from '../terminal/column.ts'

const shown = {
  columns: [
    column('file id'),
    column('name', 'filename'),
    column('bytes'),
    column('media type'),
    column('sha256'),
    column('expires', 'expires_at', 'moment'),
  ],
}

const sendCommand: Command = {
  summary: 'Send a file for your calls of a tenant',
  description: `"${calledAs} call" sends files by itself; by its id, a file serves several calls of the same admin key.`,
  route: 'POST /admin/files/{tenant}',
  isRemote: true,
  args: {
    tenant: { type: 'positional', description: "the tenant's id" },
    path: { type: 'positional', description: 'the file' },
    ...jsonOption,
  },
  examples: ['patchbay files send acme report.pdf'],
  async run({ admin, required, flag, terminal }) {
    const sent = await sendLocalFile(await admin(), required('tenant'), required('path'))
    if (flag('json')) terminal.out(showJson(sent, 2))
    else showAnswer(shown, sent, terminal)
  },
}

export const fileCommands: CommandGroup = {
  summary: "Files of tenants' calls",
  commands: {
    list: routeCommand({
      summary: 'List the files of a tenant',
      route: 'GET /admin/files/{tenant}',
      query: pageOptions,
      examples: ['patchbay files list acme'],
      shown: {
        rows: 'files',
        none: 'no files',
        columns: [
          column('file id', 'file_id', 'id'),
          column('name', 'filename'),
          column('bytes', 'bytes', 'number'),
          column('expires', 'expires_at', 'moment'),
          column('media type'),
          column('unfinished', 'unfinished', 'yesno'),
          column('created', 'created_at', 'moment'),
          column('token', 'token_id', 'word'),
        ],
      },
    }),
    send: sendCommand,
    delete: routeCommand({
      summary: 'Delete a file',
      route: 'DELETE /admin/files/{tenant}/{file_id}',
      args: { file_id: 'the id, as "files list" shows it' },
      examples: ['patchbay files delete acme 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
    }),
  },
}
