import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { isRememberedDisplay, rememberDisplay } from '../features/identity/display.ts'
import { userQuery } from '../features/identity/queries.ts'
import { signInPath } from '../features/identity/return-path.ts'
import { whenUnauthorized } from '../lib/api.ts'
import { Crash } from './crash.tsx'
import { setupRoutes } from './setup-routes.tsx'

const lazySignIn = async () => ({ Component: (await import('../pages/sign-in/sign-in-page.tsx')).SignInPage })
const lazyReset = async () => ({ Component: (await import('../pages/reset/reset-page.tsx')).ResetPage })
const lazyFirstRun = async () => ({ Component: (await import('../pages/first-run/first-run-page.tsx')).FirstRunPage })
const lazySettings = async () => ({ Component: (await import('../pages/settings/settings-page.tsx')).SettingsPage })
const lazyUnit = async () => ({ Component: (await import('../pages/unit/unit-page.tsx')).UnitPage })
const lazyMachine = async () => ({ Component: (await import('../pages/machine/machine-page.tsx')).MachinePage })
const lazyAddin = async () => ({ Component: (await import('../pages/addin/addin-page.tsx')).AddinPage })
const lazyNotFound = async () => ({ Component: (await import('../pages/not-found/not-found-page.tsx')).NotFoundPage })
const lazyRoot = async () => ({ Component: (await import('./to-root.tsx')).ToRoot })

const isPublic = (path: string): boolean => ['/login', '/password/reset', '/first-run'].includes(path)

/** Where somebody goes whose session has ended, and what is said there. */
function wayIn(path: string, companyId: number | undefined): { path: string; message?: string } {
  if (isRememberedDisplay()) {
    rememberDisplay(false)
    return { path: '/login', message: 'This display was signed out. An admin can make another link for it' }
  }
  const said = companyId === undefined ? {} : { message: 'Token expired. Please login again' }
  return { path: signInPath({ path, companyId }), ...said }
}

/** What needs somebody signed in; the scope is read from the address before the first of its pages is drawn. */
async function lazySignedIn(
  made: () => ReturnType<typeof createBrowserRouter>,
): Promise<{ Component: React.ComponentType }> {
  const [{ SignedIn }, { followAddress }] = await Promise.all([
    import('./signed-in.tsx'),
    import('../scope/scope-store.ts'),
  ])
  followAddress(made())
  return { Component: SignedIn }
}

/** The pages, each loaded when it is asked for, and the way to the sign-in when a session has ended. */
export function makeRouter(client: QueryClient): ReturnType<typeof createBrowserRouter> {
  const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter([
    { path: '/login', lazy: lazySignIn, HydrateFallback: Nothing, ErrorBoundary: Crash },
    { path: '/password/reset', lazy: lazyReset, HydrateFallback: Nothing, ErrorBoundary: Crash },
    { path: '/first-run', lazy: lazyFirstRun, HydrateFallback: Nothing, ErrorBoundary: Crash },
    {
      lazy: () => lazySignedIn(() => router),
      HydrateFallback: Nothing,
      ErrorBoundary: Crash,
      children: [
        {
          ErrorBoundary: Crash,
          children: [
            { index: true, lazy: lazyRoot },
            { path: '/o/:id', lazy: lazyUnit },
            { path: '/e/:id', lazy: lazyMachine },
            { path: '/o/:id/addin/:addin', lazy: lazyAddin },
            { path: '/e/:id/addin/:addin', lazy: lazyAddin },
            { path: '/setup/user', lazy: lazySettings },
            ...setupRoutes,
            { path: '*', lazy: lazyNotFound },
          ],
        },
      ],
    },
  ])
  whenUnauthorized(() => {
    const { pathname, search } = router.state.location
    // Several calls may be refused at once; the first of them leads the way.
    if (isPublic(pathname) || router.state.navigation.location?.pathname === '/login') return
    const to = wayIn(`${pathname}${search}`, client.getQueryData(userQuery.queryKey)?.company_id)
    client.clear()
    void router.navigate(to.path, { replace: true, state: to.message && { message: to.message } })
  })
  return router
}

function Nothing(): React.ReactNode {
  return null
}
