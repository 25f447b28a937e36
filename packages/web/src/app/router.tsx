import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { userQuery } from '../features/identity/queries.ts'
import { signInPath } from '../features/identity/return-path.ts'
import { whenUnauthorized } from '../lib/api.ts'
import { Crash } from './crash.tsx'

const lazySignIn = async () => ({ Component: (await import('../pages/sign-in/sign-in-page.tsx')).SignInPage })
const lazySignedIn = async () => ({ Component: (await import('./signed-in.tsx')).SignedIn })
const lazyUnit = async () => ({ Component: (await import('../pages/unit/unit-page.tsx')).UnitPage })
const lazyMachine = async () => ({ Component: (await import('../pages/machine/machine-page.tsx')).MachinePage })
const lazyNotFound = async () => ({ Component: (await import('../pages/not-found/not-found-page.tsx')).NotFoundPage })
const lazyRoot = async () => ({ Component: (await import('./to-root.tsx')).ToRoot })

/** The pages, each loaded when it is asked for, and the way to the sign-in when a session has ended. */
export function makeRouter(client: QueryClient): ReturnType<typeof createBrowserRouter> {
  const router = createBrowserRouter([
    { path: '/login', lazy: lazySignIn, HydrateFallback: Nothing, ErrorBoundary: Crash },
    {
      lazy: lazySignedIn,
      HydrateFallback: Nothing,
      ErrorBoundary: Crash,
      children: [
        {
          ErrorBoundary: Crash,
          children: [
            { index: true, lazy: lazyRoot },
            { path: '/o/:id', lazy: lazyUnit },
            { path: '/e/:id', lazy: lazyMachine },
            { path: '*', lazy: lazyNotFound },
          ],
        },
      ],
    },
  ])
  whenUnauthorized(() => {
    const { pathname, search } = router.state.location
    // Several calls may be refused at once; the first of them leads the way.
    if (pathname === '/login' || router.state.navigation.location?.pathname === '/login') return
    const companyId = client.getQueryData(userQuery.queryKey)?.company_id
    client.clear()
    const state = companyId === undefined ? undefined : { message: 'Token expired. Please login again' }
    void router.navigate(signInPath({ path: `${pathname}${search}`, companyId }), { replace: true, state })
  })
  return router
}

function Nothing(): React.ReactNode {
  return null
}
