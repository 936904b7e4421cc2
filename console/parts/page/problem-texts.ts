import { ApiError, session } from '../../state/gateway/api.ts'

/** A member of a request as people read it: `/providers/shop/default_id` is "Default id". */
const memberName = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The message of an error, worded for a person who is looking at a form. */
const wordError = ({ status, code, message, details }: ApiError): string => {
  if (status === 401 && session.get() === null) return 'You are signed out. Sign in again.'
  const [first] = code === 'VALIDATION_ERROR' ? details : []
  if (first === undefined || first.path === '') return message
  return details.length > 1 ? `${details.length} values are not valid:` : `${memberName(first.path)}: ${first.message}`
}

export const problemTexts = {
  message: (error: unknown) => (error instanceof ApiError ? wordError(error) : 'The gateway did not answer.'),
  /** The next step after an error. Reads are repeated automatically; a sent change isn't. */
  advice: (error: unknown, isRead: boolean) => {
    if (!(error instanceof ApiError)) {
      return isRead ? 'The console tries again by itself.' : 'Check whether it was done before you try again.'
    }
    if (error.status === 403) return 'Ask an owner of this gateway, or sign in with another key.'
    if (error.status === 404) return 'Check the address. If it was removed, the log says by whom.'
    if (error.status === 412) return 'Somebody else changed it. Reload it, then make your change again.'
    if (error.status === 429) return 'Wait a minute.'
    return error.status >= 500
      ? 'If the problem persists, look at the log of the gateway.'
      : 'Correct the value named above.'
  },
  waiting: 'Shown when the gateway answers again.',
  request: 'Request id:',
  /** The next step after an error or for a suggestion, as a link. */
  links: {
    put_tenant: 'Create this tenant',
    patch_tenant: 'Change the tenant',
    put_token: 'Show the account',
    delete_token: 'Show the account',
    seed_oauth: 'Let the credential renew itself',
    put_app: 'Store the application',
    put_tenant_app: 'Store the application',
    put_billing: 'Set a plan',
    get_provider: 'Show its actions',
    list_clients: 'Show the applications',
    list_connect_links: 'Show the links',
    list_crons: 'Show the jobs',
    list_files: 'Show the files',
    list_grants: 'Show the grants',
    list_suggestions: 'Show the suggestions',
    revoke_tenant_token: 'Show the tenant',
    run_one_job: 'Show the job',
  },
  prune: 'Check the box below to delete their stored data.',
  byApi: (route: string) => `A program can do this with ${route} of the admin API.`,
} as const
