import { type Command, listOperations } from '@patchbay/cli'

export const mcp: Command = {
  summary: 'Serve the admin API to an agent, by MCP over stdin and stdout',
  description:
    'The tools are the reads of the admin API and dry runs. With --allow-writes they are all of its routes but decisions about waiting calls. Give the agent a key of its own: the role viewer is enough for reads. The key comes from PATCHBAY_ADMIN_KEY, its file, or --key-file, never from a prompt.',
  isRemote: true,
  args: {
    'allow-writes': { type: 'boolean', description: 'tools that change something as well' },
  },
  examples: [
    'patchbay mcp --url https://gateway.example.com --key-file ~/.patchbay-key',
    'claude mcp add patchbay-admin -- patchbay mcp --key-file ~/.patchbay-key',
  ],
  async run({ flag, admin }) {
    const [{ buildAdminTools }, { serveAdmin }] = await Promise.all([
      import('./admin-mcp/admin-tools.ts'),
      import('./admin-mcp/serve-admin.ts'),
    ])
    await serveAdmin(await admin(), buildAdminTools(listOperations(), flag('allow-writes')))
  },
}
