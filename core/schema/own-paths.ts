/** What the gateway's own paths below `/api/v1/<tenant>` are called, and what policies name beside providers. */
const ownPaths = ['files', 'approvals', 'receipts', 'log', 'rule']

/** Why a provider can't be called so; `undefined`: it can. */
export const refuseProviderId = (id: string): string | undefined =>
  ownPaths.includes(id)
    ? `the id "${id}" belongs to a path of the gateway's own: call the provider ${id}-api`
    : undefined
