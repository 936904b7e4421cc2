import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { letRun } from './state/let-run.ts'
import 'uplot/dist/uPlot.min.css'
import './parts/shared.ts'
import { KeyDialog } from './app/key-dialog.tsx'
import { router } from './app/router.tsx'
import { SignedIn } from './app/sign-in.tsx'
import { ApiError, session } from './state/gateway/api.ts'
import { whenBack } from './state/gateway/away.ts'
import { loadSession } from './state/gateway/session.ts'
import { applyDensity } from './state/stored/list-look.ts'
import { applyTheme } from './state/stored/theme.ts'

applyTheme()
applyDensity()
letRun(loadSession())

/** Retries once if the gateway is busy or unreachable, never after a refusal. */
const isWorthAnotherTry = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)

const queries = new QueryClient({
  // A browser without a network may still reach a gateway on its own machine.
  defaultOptions: { queries: { retry: isWorthAnotherTry, staleTime: 5000, networkMode: 'always' } },
})

whenBack(() => {
  if (session.get() === undefined) letRun(loadSession())
  letRun(queries.invalidateQueries())
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
/** The last page of the window that was opened to sign in again. */
const isSignInWindow = window.location.pathname === '/console/signed-in'
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        {isSignInWindow ? <SignedIn /> : <RouterProvider router={router} />}
        <KeyDialog />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
