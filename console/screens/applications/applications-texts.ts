export const applicationsTexts = {
  lead: 'MCP clients that are registered here. What users let them do stands with each tenant, under Access.',
  name: 'Application (as it calls itself)',
  clientId: 'Client id',
  knownBy: 'Known by',
  sources: { registration: 'registration', document: 'its metadata document' },
  redirects: 'Redirect URIs',
  delete: 'Delete',
  deleteText: (name: string) => `${name} is deleted with all that users granted it. It can register again.`,
  deleted: (name: string) => `${name} is deleted.`,
  empty: 'No application has registered',
  emptyText: (address: string) => `An MCP client registers itself when a user connects it to ${address}.`,
} as const
