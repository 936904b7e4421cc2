export const appTexts = {
  skip: 'Skip to content',
  away: {
    title: 'The gateway does not answer.',
    text: 'The console tries again every few seconds and continues when the gateway is back.',
  },
  notFound: { title: 'Page not found', text: 'The console has no screen at this address.' },
  navigation: {
    label: 'Screens',
    menu: 'Menu',
    monitor: 'Monitor',
    tenants: 'Tenants',
    access: 'Access',
    gateway: 'Gateway',
  },
  palette: {
    title: 'Go to',
    label: 'Screens, tenants and calls',
    placeholder: 'A screen, a tenant or a request id',
    tenant: (id: string, name: string) => (name === id ? `Tenant ${id}` : `Tenant ${name} (${id})`),
    call: (id: string) => `Find the call ${id}`,
  },
  person: {
    title: 'You',
    signedInWithKey: (name: string, role: string) => `Signed in with the key ${name} as ${role}.`,
    signedInWithProvider: (name: string, host: string, role: string) => `Signed in with ${host} as ${name}, ${role}.`,
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
  },
} as const
