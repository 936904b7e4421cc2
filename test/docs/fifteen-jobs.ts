/**
 * What administrators do every day, as they type it: with curl, and with the command line. `test/command-line/fifteen-jobs.test.ts` runs
 * all of it, so the numbers in the documentation are of commands that work. Words in capitals behind a `$` are values of the moment.
 */
export interface DailyJob {
  readonly job: string
  readonly curl: readonly string[]
  readonly patchbay: readonly string[]
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
  },
  {
    job: 'Take in a customer: tenant, token, credential, a test',
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
  },
  {
    job: 'Why did this call fail?',
    curl: [curl('/admin/calls/$CALL_ID')],
    patchbay: ['patchbay calls show $CALL_ID'],
  },
  {
    job: 'Who changed this tenant, and what failed since?',
    curl: [curl("'/admin/audit?tenant=acme&source=admin'"), curl("'/admin/audit?tenant=acme&outcome=error&since=24h'")],
    patchbay: [
      'patchbay audit search --tenant acme --source admin',
      'patchbay audit search --tenant acme --outcome error --since 24h',
    ],
  },
  {
    job: 'Which accounts are in trouble? Replace a credential and test it',
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
  },
  {
    job: 'Replace the token of a program',
    curl: [
      send('POST', '/admin/auth', '{"tenant_id": "acme", "label": "import", "allow": ["hubspot:read"]}'),
      curl('/admin/auth/acme'),
      send('DELETE', '/admin/auth/acme/$TOKEN_ID'),
    ],
    patchbay: [
      'patchbay tokens mint acme --label import --allow hubspot:read',
      'patchbay tokens list acme',
      'patchbay tokens revoke acme $TOKEN_ID',
    ],
  },
  {
    job: 'End what a user gave to an application',
    curl: [curl('/admin/grants/acme'), send('DELETE', '/admin/grants/acme/$GRANT_ID')],
    patchbay: ['patchbay grants list acme', 'patchbay grants revoke acme $GRANT_ID'],
  },
  {
    job: 'Have a customer connect an account',
    curl: [
      send('POST', '/admin/connect', '{"tenant_id": "acme", "provider": "stripe", "account_id": "main"}'),
      curl('/admin/connect/$CONNECT_ID'),
    ],
    patchbay: ['patchbay connect make acme stripe main', 'patchbay connect show $CONNECT_ID'],
  },
  {
    job: 'Which providers are there, and how is the gateway configured?',
    curl: [curl('/admin/version'), curl('/admin/configuration')],
    patchbay: ['patchbay providers list', 'patchbay settings'],
  },
  {
    job: 'Change what a tenant may do, and see the change first',
    curl: [
      curl('/admin/tenants/acme', '-D -'),
      `${send('PATCH', '/admin/tenants/acme', '{"options": {"deny": ["*:write"]}}')} -H "If-Match: $ETAG"`,
      curl('/admin/tenants/acme'),
    ],
    patchbay: ['patchbay plan patchbay.yaml', 'patchbay apply patchbay.yaml'],
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
  },
  {
    job: 'Work off a suggestion',
    curl: [curl('/admin/suggestions'), send('PUT', '/admin/suggestions/$SUGGESTION_ID/resolve', '{"note": "done"}')],
    patchbay: ['patchbay suggestions list', 'patchbay suggestions resolve $SUGGESTION_ID --note done'],
  },
  {
    job: 'Run a job now',
    curl: [curl('/admin/crons'), curl('/admin/run-cron', `-X POST ${json} -d "{\\"cron\\": \\"$CRON\\"}"`)],
    patchbay: ['patchbay jobs run suggestions'],
  },
  {
    job: 'Replace an admin key',
    curl: [
      send('POST', '/admin/keys', '{"name": "Grafana", "role": "viewer"}'),
      curl('/admin/keys'),
      send('DELETE', '/admin/keys/$KEY_ID'),
    ],
    patchbay: ['patchbay keys mint Grafana --role viewer', 'patchbay keys list', 'patchbay keys revoke $KEY_ID'],
  },
  {
    job: 'Back up the store, and check the backup',
    curl: [
      curl('/admin/backup', '-X POST -o by-curl.tar'),
      'mkdir by-curl && tar -xf by-curl.tar -C by-curl',
      'cd by-curl && sha256sum -c SHA256SUMS',
    ],
    patchbay: ['patchbay backup by-patchbay.tar'],
  },
]
