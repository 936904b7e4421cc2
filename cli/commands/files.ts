import type { CommandGroup } from '../program/command.ts'
import { routeCommand } from '../program/route-command.ts'
import { pageOptions } from '../program/route-options.ts'
import { column } from '../terminal/table.ts'

export const fileCommands: CommandGroup = {
  summary: "Files that tenants' tokens sent or made",
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
          column('file id'),
          column('name', 'filename'),
          column('bytes'),
          column('media type'),
          column('token', 'token_id'),
          column('created', 'created_at', 'moment'),
          column('expires', 'expires_at', 'moment'),
        ],
      },
    }),
    delete: routeCommand({
      summary: 'Delete a file',
      route: 'DELETE /admin/files/{tenant}/{file_id}',
      args: { file_id: 'the id, as "files list" shows it' },
      examples: ['patchbay files delete acme 0199e1a0-7c1b-7d3e-8a55-0d3c8a6f1b2c'],
    }),
  },
}
