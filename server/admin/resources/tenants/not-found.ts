import { GatewayError } from '@patchbay/core/errors'

/** The answer to an unknown tenant on every admin path. */
export const tenantNotFound = (id: string): GatewayError =>
  new GatewayError('TENANT_NOT_FOUND', `The tenant ${id} has no configuration`, {
    next: { route: 'put_tenant', params: { tenant: id } },
  })
