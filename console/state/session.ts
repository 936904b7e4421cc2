import { api, session, unwrap } from './api.ts'
import { createStore } from './store.ts'

/** Whether somebody signed in with this browser; nothing secret. Without it the gateway need not be asked. */
const kept = 'patchbay-signed-in'

export const loadSession = async (): Promise<void> => {
  if (!localStorage.getItem(kept)) return session.set(null)
  const { data } = await api.GET('/admin/session')
  session.set(data ?? null)
}

/** Other tabs and windows of this browser have the same cookie, and its token. */
const tabs = new BroadcastChannel('patchbay-session')
tabs.addEventListener('message', loadSession)

/** What a window does that was opened to sign in again. */
export const endSignInWindow = (): void => {
  tabs.postMessage('changed')
  window.close()
}

/** The host of the identity provider; `undefined`: people sign in with admin keys only. */
export const identityProvider =
  document.querySelector('meta[name="identity-provider"]')?.getAttribute('content') ?? undefined

/** Why the identity provider's sign-in failed, as the gateway says when it sends the browser back. */
export const signInProblem = createStore(new URLSearchParams(window.location.search).get('problem'))

/** Where the identity provider's sign-in begins; from there the person comes back to this screen. */
export const goToProvider = (): void => {
  localStorage.setItem(kept, 'yes')
  const { pathname, search } = new URL(window.location.href)
  const query = new URLSearchParams(search)
  query.delete('problem')
  window.location.assign(`/console/oidc?${new URLSearchParams({ to: `${pathname}?${query}` })}`)
}

/** The key is sent once and kept nowhere. Throws ApiError. */
export const signIn = async (key: string): Promise<void> => {
  const made = await unwrap(api.POST('/admin/session', { headers: { 'x-admin-key': key } }))
  localStorage.setItem(kept, 'yes')
  session.set(made)
  signInProblem.set(null)
  tabs.postMessage('changed')
}

export const signOut = async (isEverywhere: boolean): Promise<void> => {
  await unwrap(isEverywhere ? api.DELETE('/admin/sessions') : api.DELETE('/admin/session'))
  localStorage.removeItem(kept)
  session.set(null)
  tabs.postMessage('changed')
}

const ranks = { viewer: 0, operator: 1, owner: 2 } as const

/** Whether the signed-in person may do what needs this role; the gateway decides again. */
export const useMay = (role: keyof typeof ranks): boolean => {
  const current = session.use()
  return current ? ranks[current.role] >= ranks[role] : false
}
