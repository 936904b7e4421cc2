/** The names of the gateway's own paths below `/api/v1/<tenant>`, and of other things that policies name beside providers. */
const ownPaths = ['files', 'approvals', 'receipts', 'log', 'rule']

/** The reason why a provider can't have this id; `undefined`: it can. */
export const refuseProviderId = (id: string): string | undefined =>
  ownPaths.includes(id)
    ? `the id "${id}" belongs to a path of the gateway's own: call the provider ${id}-api`
    : undefined
