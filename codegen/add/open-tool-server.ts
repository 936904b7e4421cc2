import type { Fetcher } from '@patchbay/core/fetch'
import { ClosedToolServer, type ReadToolServer, readToolServer } from '../import/index.ts'
import type { Dialog } from './dialog.ts'
import { signInByBrowser } from './sign-in-by-browser.ts'

interface Asking {
  readonly dialog: Dialog
  say(line: string): void
}

/** Asks how the tools can be listed: after a sign-in where the server registers clients, or by a token that the person has. */
const chooseWay = ({ signIn }: ClosedToolServer, host: string, dialog: Dialog): Promise<string> | 'token' =>
  signIn?.register === undefined
    ? 'token'
    : dialog.choose({
        id: 'list by',
        message: `${host} lists its tools to known callers only: how do you list them?`,
        reason: `people sign in by OAuth at ${new URL(signIn.authorize).host}. This is for the one list, and is stored nowhere; each account signs in by a connect link later`,
        offered: [
          { value: 'sign-in', label: 'sign in with a browser' },
          { value: 'token', label: 'by a bearer token that I have' },
        ],
        proposal: 'sign-in',
      })

const askForToken = ({ signIn }: ClosedToolServer, host: string, dialog: Dialog): Promise<string> =>
  dialog.write({
    id: 'token',
    isSecret: true,
    message: `${host} lists its tools to known callers only: with which bearer token?`,
    reason: `it is used for this one list, and stored nowhere${signIn ? `; accounts sign in by OAuth at ${new URL(signIn.authorize).host} later` : ''}`,
    proposal: '',
    fault: (text) => (/^[!-~]+$/.test(text.trim()) ? undefined : 'a token is of visible characters, without spaces'),
  })

/**
 * The tools of a server. If it lists them to known callers only, the person is asked who lists them; without a person,
 * its Error says what to do.
 */
export const openToolServer = async (
  { source, server }: { readonly source: string; readonly server: ReadToolServer | ClosedToolServer },
  fetcher: Fetcher,
  { dialog, say }: Asking,
): Promise<ReadToolServer> => {
  if (!(server instanceof ClosedToolServer)) return server
  if (!dialog.isPerson) throw server
  const { host } = new URL(source)
  const way = await chooseWay(server, host, dialog)
  const token =
    way === 'sign-in' && server.signIn
      ? await signInByBrowser(server.signIn, fetcher, say)
      : (await askForToken(server, host, dialog)).trim()
  say(`listing the tools of ${host}`)
  return readToolServer(source, fetcher, token)
}
