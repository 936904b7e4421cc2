/**
 * Daily jobs of administrators: as they type them with curl and with the command line, and step by step in the console. `test/command-
 * line/fifteen-jobs.test.ts` runs the commands and `test/console/fifteen-jobs-browser.test.ts` takes the steps, so that the documented
 * numbers belong to working steps. Words in capitals behind a `$` are values of the moment.
 */
export interface DailyJob {
  readonly job: string
  readonly curl: readonly string[]
  readonly patchbay: readonly string[]
  /** From the overview on, as `test/console/take-step.ts` reads them. */
  readonly console: readonly string[]
}

const key = '-H "x-admin-key: $ADMIN_KEY"'
const json = "-H 'Content-Type: application/json'"
const curl = (path: string, more = ''): string => `curl -s http://localhost:3000${path} ${key}${more && ` ${more}`}`
const send = (method: string, path: string, body?: string): string =>
  curl(path, `-X ${method}${body === undefined ? '' : ` ${json} -d '${body}'`}`)

const acme =
  '{"name": "Acme", "status": "active", "providers": {"hubspot": {"accounts": [{"id": "main", "label": "Sales"}]}}}'
const credential = '/admin/tokens/acme/hubspot/main'

export const fifteenJobs: readonly DailyJob[] = [
  {
    job: 'Is all well?',
    curl: [
      'curl -s http://localhost:3000/health',
      ...['system-health', 'audit/stats', 'suggestions', 'crons'].map((name) => curl(`/admin/${name}`)),
    ],
    patchbay: ['patchbay status'],
    console: [],
  },
  {
    job: 'Onboard a customer: tenant, token, credential, a test',
    curl: [
      send('PUT', '/admin/tenants/acme', acme),
      send('POST', '/admin/auth', '{"tenant_id": "acme", "label": "CRM sync"}'),
      send('PUT', credential, '{"access_token": "pat-na1-your-token"}'),
      send('POST', `${credential}/test`),
    ],
    patchbay: [
      'patchbay tenants put acme --file acme.json',
      'patchbay tokens mint acme --label "CRM sync"',
      'patchbay accounts store acme hubspot main',
      'patchbay accounts test acme hubspot main',
    ],
    console: [
      'click Tenants',
      'click Create a tenant',
      'type acme into Id',
      'type Acme into Name',
      'choose HubSpot CRM for Provider',
      'click Create a tenant',
      'type pat-na1-your-token into Access token or API key',
      'click Store',
      'type CRM sync into Label',
      'click Create a token',
      'click Call',
    ],
  },
  {
    job: 'Why did this call fail?',
    curl: [curl('/admin/calls/$CALL_ID')],
    patchbay: ['patchbay calls show $CALL_ID'],
    console: ['press Control+k', 'type $CALL_ID into Tenants, providers, calls, screens', 'press Enter'],
  },
  {
    job: 'Who changed this tenant, and what failed since?',
    curl: [curl("'/admin/audit?tenant=acme&source=admin'"), curl("'/admin/audit?tenant=acme&outcome=error&since=24h'")],
    patchbay: [
      'patchbay audit search --tenant acme --source admin',
      'patchbay audit search --tenant acme --outcome error --since 24h',
    ],
    console: [
      'click Changes',
      'click Log',
      'type tenant:acme into Reason, action, label, status:4xx, over:200ms, yesterday, or paste a request id',
      'press Enter',
      'click Failed calls',
      'click All time',
      'click Last 24 hours',
    ],
  },
  {
    job: 'Which accounts need attention? Replace a credential and test it',
    curl: [
      curl("'/admin/tokens?state=rejected'"),
      send('PUT', credential, '{"access_token": "pat-na1-your-token"}'),
      send('POST', `${credential}/test`),
    ],
    patchbay: [
      'patchbay accounts list --state rejected',
      'patchbay accounts store acme hubspot main',
      'patchbay accounts test acme hubspot main',
    ],
    console: [
      'click 1 account',
      'click Actions for acme/hubspot/main',
      'click Replace the credential',
      'type pat-na1-your-token into Access token or API key',
      'click Store',
    ],
  },
  {
    job: 'Replace the token of a program',
    curl: [curl('/admin/auth/acme'), send('POST', '/admin/auth/acme/$TOKEN_ID/rotate', '{"grace_seconds": 86400}')],
    patchbay: ['patchbay tokens list acme', 'patchbay tokens rotate acme $TOKEN_ID'],
    console: ['click Tokens', 'click Rotate in Old import', 'click Rotate'],
  },
  {
    job: 'Revoke what a user granted to an application',
    curl: [curl('/admin/grants/acme'), send('DELETE', '/admin/grants/acme/$GRANT_ID')],
    patchbay: ['patchbay grants list acme', 'patchbay grants revoke acme $GRANT_ID'],
    console: ['click Tenants', 'click acme', 'click Access', 'click Actions for Agent', 'click Revoke', 'click Revoke'],
  },
  {
    job: 'Have a customer connect an account',
    curl: [
      send('POST', '/admin/connect', '{"tenant_id": "acme", "provider": "stripe", "account_id": "main"}'),
      curl('/admin/connect/$CONNECT_ID'),
    ],
    patchbay: ['patchbay connect make acme stripe main', 'patchbay connect show $CONNECT_ID'],
    console: [
      'click Connect links',
      'click Create a link',
      'choose acme for Tenant',
      'choose Stripe for Provider',
      'click Create a link',
      'click Follow this link',
    ],
  },
  {
    job: 'Which providers are there, and how is the gateway configured?',
    curl: [curl('/admin/version'), curl('/admin/configuration')],
    patchbay: ['patchbay providers list', 'patchbay settings'],
    console: ['click Providers', 'click Settings', 'click All'],
  },
  {
    job: 'Change what a tenant may do, and see the change first',
    curl: [
      curl('/admin/tenants/acme', '-D -'),
      `${send('PATCH', '/admin/tenants/acme', '{"options": {"deny": ["*:write"]}}')} -H "If-Match: $ETAG"`,
      curl('/admin/tenants/acme'),
    ],
    patchbay: ['patchbay plan patchbay.yaml', 'patchbay apply patchbay.yaml'],
    console: [
      'click Tenants',
      'click acme',
      'click Access',
      'type *:write into Deny a pattern',
      'click Review the changes',
      'click Save changes',
    ],
  },
  {
    job: "This month's usage and bill",
    curl: [
      send(
        'PUT',
        '/admin/billing/acme',
        '{"plan": "Team", "currency": "EUR", "included_calls": 10, "price_per_call": "0.01"}',
      ),
      curl('/admin/usage/acme'),
    ],
    patchbay: ['patchbay apply patchbay.yaml', 'patchbay usage acme'],
    console: [
      'click Usage and costs',
      'click acme',
      'click Change the plan',
      'type Team into Plan',
      'type EUR into Currency',
      'type 10 into Included calls per month',
      'type 0.01 into Price of each further call',
      'click Save changes',
    ],
  },
  {
    job: 'Resolve a suggestion',
    curl: [curl('/admin/suggestions'), send('PUT', '/admin/suggestions/$SUGGESTION_ID/resolve', '{"note": "done"}')],
    patchbay: ['patchbay suggestions list', 'patchbay suggestions resolve $SUGGESTION_ID --note done'],
    console: [
      'click Suggestions',
      'click Actions for $SUGGESTION',
      'click Resolve with a note',
      'type done into What was done about it',
      'click Resolve',
    ],
  },
  {
    job: 'Run a job now',
    curl: [curl('/admin/crons'), curl('/admin/run-cron', `-X POST ${json} -d "{\\"cron\\": \\"$CRON\\"}"`)],
    patchbay: ['patchbay jobs run suggestions'],
    console: ['click Jobs', 'click Actions for suggestions', 'click Run now', 'click Run now'],
  },
  {
    job: 'Replace an admin key',
    curl: [
      send('POST', '/admin/keys', '{"name": "Grafana", "role": "viewer"}'),
      curl('/admin/keys'),
      send('DELETE', '/admin/keys/$KEY_ID'),
    ],
    patchbay: ['patchbay keys mint Grafana --role viewer', 'patchbay keys list', 'patchbay keys revoke $KEY_ID'],
    console: [
      'click Settings',
      'click Create a key',
      'type Grafana into Name',
      'click Create a key',
      'click Close',
      'click Actions for Old',
      'click Revoke',
      'click Revoke',
    ],
  },
  {
    job: 'Back up the store, and check the backup',
    curl: [
      curl('/admin/backup', '-X POST -o by-curl.tar'),
      'mkdir by-curl && tar -xf by-curl.tar -C by-curl',
      'cd by-curl && sha256sum -c SHA256SUMS',
    ],
    patchbay: ['patchbay backup by-patchbay.tar'],
    console: [
      'click Settings',
      'click Back up the store',
      'click Back up',
      'run tar -xf patchbay-$TODAY.tar',
      'run sha256sum -c SHA256SUMS',
    ],
  },
]
