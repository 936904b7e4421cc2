/** HubSpot and Google Drive on this machine, as far as the backends of `examples/` call them. */
import { type Dialect, person, startVendor } from './vendor.ts'

const contacts = Array.from({ length: 30 }, (_, index) => ({
  id: String(501 + index),
  properties: { email: `person-${index + 1}@example.com`, firstname: `Person ${index + 1}` },
}))

const hubspot: Dialect = {
  title: 'HubSpot on this machine',
  grant: (scopes) => ({ hub_id: 42, scopes }),
  api(request, path) {
    if (path.endsWith('/introspect'))
      return { active: true, token_use: 'access_token', hub_id: 42, hub_domain: 'example.com', user: person }
    const limit = Number(new URL(request.url).searchParams.get('limit') ?? 10)
    return path === '/crm/v3/objects/contacts' ? { results: contacts.slice(0, limit) } : undefined
  },
}

const createDrive = () => {
  /** The bytes of each upload, with the form around the file. */
  const uploads: number[] = []
  const dialect: Dialect = {
    title: 'Google Drive on this machine',
    callback: (scopes) => ({ iss: 'https://accounts.google.com', scope: scopes.join(' ') }),
    grant: (scopes) => ({ scope: scopes.join(' ') }),
    async api(request, path) {
      if (!path.startsWith('/upload/')) return { user: { emailAddress: person, displayName: 'Ada' } }
      uploads.push((await request.arrayBuffer()).byteLength)
      return { id: `file-${uploads.length}`, name: 'report.csv' }
    },
  }
  return { dialect, uploads }
}

export const startVendors = (hubspotPort = 0, drivePort = 0) => {
  const { dialect, uploads } = createDrive()
  return { crm: startVendor(hubspot, hubspotPort), drive: startVendor(dialect, drivePort), uploads }
}

/** The commands that a person types to have a gateway and a backend work with them. */
export const describeSteps = ({ crm, drive }: ReturnType<typeof startVendors>): string => {
  const store = (provider: string, { origin, application: { id, secret } }: typeof crm): string =>
    `curl -s -X PUT http://localhost:3000/admin/apps/${provider} -H "x-admin-key: $ADMIN_KEY" -H 'Content-Type: application/json' \\
    -d '{"client_id": "${id}", "client_secret": "${secret}", "authorize_url": "${origin}/authorize", "token_url": "${origin}/token"}'`
  return `HubSpot is at ${crm.origin}, Google Drive at ${drive.origin}.

1. Start the gateway in another terminal, so that it calls them, and takes its events to a backend at port 4000:

  export PROVIDER_ORIGINS='{"hubspot": "${crm.origin}", "google-drive": "${drive.origin}"}'
  export ALLOWED_PRIVATE_HOSTS=${crm.host},${drive.host},127.0.0.1:4000
  export WEBHOOK_URL=http://127.0.0.1:4000/patchbay WEBHOOK_SECRET=whsec_$(openssl rand -base64 32)
  echo "$WEBHOOK_SECRET"; npx bun start

2. With the admin key in ADMIN_KEY, store the applications, and make the key of the backend:

  ${store('hubspot', crm)}
  ${store('google-drive', drive)}
  curl -s -X POST http://localhost:3000/admin/keys -H "x-admin-key: $ADMIN_KEY" -H 'Content-Type: application/json' \\
    -d '{"name": "Our product", "role": "linker", "tenants": ["cust-*"]}'

3. Start a backend with that key and that secret, as its README says. Make a vendor fail, and well again:

  curl -X POST ${drive.origin}/answer-with/500
  curl -X POST ${drive.origin}/answer-with/200
  curl -X POST ${crm.origin}/answer-with/401    ends the customer's access: the next call answers a link to connect again
`
}

if (import.meta.main) console.log(describeSteps(startVendors(9400, 9401)))
