export const connectTexts = {
  lead: 'Links for people to connect their own accounts, and the vendor applications that these links need.',
  watch: 'Follow this link',
  links: 'Links',
  forAccount: 'For',
  result: 'Connected as, or failure reason',
  noLinks: 'There is no link yet',
  noLinksText: 'The state of each link shows up here: opened, connected, failed with the reason, or expired.',
  revokeLink: 'Revoke the link',
  revokeLinkText: (account: string) =>
    `Nobody can connect ${account} with this link any more, even if they have already opened it.`,
  one: 'Connect link',
  statuses: {
    pending: 'Not opened yet',
    opened: 'Opened',
    connected: 'Connected',
    failed: 'The last attempt failed',
    expired: 'Expired',
  },
  identity: 'Connected as',
  apps: 'Vendor applications',
  storeApp: 'Store an application',
  storeAppText: 'The client id and secret from the vendor. The secret is encrypted, and nobody can read it again.',
  noApps: 'No application is stored',
  noAppsText:
    'Vendors that use OAuth need an application. Its redirect URI is BASE_URL/connect/callback/ followed by the provider id.',
  everyTenant: 'Every tenant',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  redirect: 'Redirect URI to register at the vendor',
  removeAppText: (provider: string) =>
    `Accounts at ${provider} can no longer be connected or refreshed with this application.`,
} as const
