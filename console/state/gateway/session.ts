import { createStore } from '../stored/store.ts'
import { api, session, sessionEnd, unwrap } from './api.ts'
import { isAway } from './away.ts'

/** The key that marks this browser as signed in; nothing secret. Without it, no request is needed. */
const signedInKey = 'patchbay-signed-in'

/** A link of the demo has signed this browser in, and says so once in the address. */
const noteSignInByLink = (): void => {
  const url = new URL(window.location.href)
  if (!url.searchParams.has('signed-in')) return
  localStorage.setItem(signedInKey, 'yes')
  url.searchParams.delete('signed-in')
  window.history.replaceState(null, '', url)
}

export const loadSession = async (): Promise<void> => {
  noteSignInByLink()
  if (!localStorage.getItem(signedInKey)) return session.set(null)
  try {
    const answer = await api.GET('/admin/session')
    const isRefused = answer.response.status >= 400 && answer.response.status < 500
    session.set(isRefused ? null : await unwrap(Promise.resolve(answer)))
  } catch {
    // People stay signed in while the gateway or its store is away.
    isAway()
  }
}

/** Other tabs and windows of this browser share the cookie and its token. */
const tabs = new BroadcastChannel('patchbay-session')
tabs.addEventListener('message', loadSession)

/** Called in the window that was opened to sign in again. */
export const endSignInWindow = (): void => {
  tabs.postMessage('changed')
  window.close()
}

const readMeta = (name: string): string | undefined =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? undefined

/** The address of the documentation; `undefined`: this gateway has none. */
export const documentation = readMeta('documentation')

/** The host of the identity provider; `undefined`: people sign in with admin keys only. */
export const identityProvider = readMeta('identity-provider')

/** The reason why the identity provider's sign-in failed, as the gateway gives it when it sends the browser back. */
export const signInProblem = createStore(new URLSearchParams(window.location.search).get('problem'))

/** Starts the identity provider's sign-in; the person returns to this screen. */
export const goToProvider = (): void => {
  localStorage.setItem(signedInKey, 'yes')
  const { pathname, search } = new URL(window.location.href)
  const query = new URLSearchParams(search)
  query.delete('problem')
  window.location.assign(`/console/oidc?${new URLSearchParams({ to: `${pathname}?${query}` })}`)
}

/** The key is sent once and not kept. Throws ApiError. */
export const signIn = async (key: string): Promise<void> => {
  const made = await unwrap(api.POST('/admin/session', { headers: { 'x-admin-key': key } }))
  localStorage.setItem(signedInKey, 'yes')
  session.set(made)
  signInProblem.set(null)
  sessionEnd.set(undefined)
  tabs.postMessage('changed')
}

export const signOut = async (isEverywhere: boolean): Promise<void> => {
  await unwrap(isEverywhere ? api.DELETE('/admin/sessions') : api.DELETE('/admin/session'))
  localStorage.removeItem(signedInKey)
  session.set(null)
  tabs.postMessage('changed')
}

/** The roles that each role includes. */
const included = {
  viewer: ['viewer'],
  approver: ['viewer', 'approver'],
  operator: ['viewer', 'operator'],
  owner: ['viewer', 'approver', 'operator', 'owner'],
} as const

/** True if the signed-in person has this role; the gateway checks again. */
export const useMay = (role: keyof typeof included): boolean => {
  const current = session.use()
  return current ? included[current.role].some((one) => one === role) : false
}
