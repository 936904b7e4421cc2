import type { NextRoute, NextStep } from '@patchbay/core/next-step'

interface StepText {
  /** The route's effect, as a phrase after "an administrator can". */
  readonly does: string
  /** Method and path; each name in braces is a parameter, one after `?` a query parameter that may be left out. */
  readonly line: string
}

/** The names of routes in texts; each must be a declared route. */
export const stepTexts: Readonly<Record<NextRoute, StepText>> = {
  put_tenant: { does: 'configure the tenant', line: 'PUT /admin/tenants/{tenant}{?prune}' },
  patch_tenant: { does: 'change its configuration', line: 'PATCH /admin/tenants/{tenant}{?prune}' },
  put_token: { does: 'store a credential', line: 'PUT /admin/tokens/{tenant}/{provider}/{account}' },
  delete_token: { does: 'delete it', line: 'DELETE /admin/tokens/{tenant}/{provider}/{account}' },
  seed_oauth: { does: 'have it refreshed', line: 'POST /admin/seed-oauth' },
  put_app: { does: 'store the application', line: 'PUT /admin/apps/{provider}' },
  put_tenant_app: { does: 'store the application', line: 'PUT /admin/apps/{provider}/{tenant}' },
  put_billing: { does: 'store a billing configuration', line: 'PUT /admin/billing/{tenant}' },
  get_provider: { does: 'list them', line: 'GET /admin/providers/{provider}' },
  list_clients: { does: 'list them', line: 'GET /admin/clients' },
  list_connect_links: { does: 'list them', line: 'GET /admin/connect' },
  list_crons: { does: 'list them', line: 'GET /admin/crons' },
  list_files: { does: 'list them', line: 'GET /admin/files/{tenant}' },
  list_grants: { does: 'list them', line: 'GET /admin/grants/{tenant}' },
  list_suggestions: { does: 'list them', line: 'GET /admin/suggestions' },
  revoke_tenant_token: { does: 'revoke it', line: 'DELETE /admin/auth/{tenant}/{token_id}' },
  run_one_job: { does: 'run it', line: 'POST /admin/jobs/{job}/run' },
}

const fillLine = (line: string, params: NextStep['params']): string =>
  line.replaceAll(/\{(\??)(\w+)\}/g, (_, query, name) => {
    const value = params[name]
    if (query) return value === undefined ? '' : `?${name}=${encodeURIComponent(value)}`
    return value === undefined ? `<${name}>` : encodeURIComponent(value)
  })

/** `prune` is named only where it would remove what stands in the way. */
const textOfOne = ({ route, params }: NextStep): string => {
  const { does, line } = stepTexts[route]
  return `${params.prune === undefined ? does : 'remove these tokens as well'} with ${fillLine(line, params)}`
}

/** A step as text, for readers who make requests themselves: "store a credential with PUT /admin/tokens/acme/hubspot/main". */
export const writeNextStep = (next: NextStep): string =>
  next.or === undefined ? textOfOne(next) : `${textOfOne(next)}, or ${writeNextStep(next.or)}`
