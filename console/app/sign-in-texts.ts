/** The reasons why the identity provider's sign-in failed, by the gateway's code for the problem. */
const problems: Readonly<Record<string, string>> & { readonly invalid: string } = {
  expired: 'This sign-in took too long, was already used, or began in another browser or tab. Sign in again.',
  denied: 'The identity provider did not sign you in. Sign in again, or ask its administrator for access to Patchbay.',
  'no-role':
    'The identity provider knows you, but you have no role here. Ask the administrator of this gateway to map one of your groups to a role in OIDC_ROLES.',
  unreachable:
    'The gateway cannot reach the identity provider. Try again. If the problem persists, tell the administrator.',
  invalid:
    'The gateway does not trust the response of the identity provider. Ask the administrator: the audit log says what is wrong with it.',
  'not-fresh':
    'The identity provider did not show that you signed in just now. Try again. If the problem persists, ask the administrator to make it send the claim auth_time.',
  busy: 'Too many sign-ins from your network have failed. Wait a minute.',
}

/** The reasons why a session has ended, by the gateway's word for it. */
const ends: Readonly<Record<string, string>> & { readonly 'signed-out': string } = {
  idle: 'You were signed out after 15 minutes without use.',
  lifetime: 'You were signed out: a session lasts for at most 8 hours.',
  key: 'You were signed out: the sign-in that began this session was withdrawn, or its admin key was revoked or has expired.',
  'signed-out': 'Your session was ended in another tab or browser, or by an owner of this gateway.',
}

export const signInTexts = {
  title: 'Sign in to Patchbay',
  help: 'With an admin key. The browser does not keep the key; you stay signed in for at most 8 hours.',
  key: 'Admin key',
  submit: 'Sign in',
  wrong: 'No matching admin key. Keys begin with pb_admin_, unless a key was chosen by hand.',
  again: 'Enter your admin key again',
  againAtProvider: 'Sign in again',
  with: (host: string) => `Sign in with ${host}`,
  closeWindow: 'You are signed in. Close this window.',
  ended: (reason: string) => ends[reason] ?? ends['signed-out'],
  problem: (problem: string) => problems[problem] ?? problems.invalid,
  whyAgain: 'You signed in more than 5 minutes ago, and this changes keys, secrets or what callers may do.',
} as const
