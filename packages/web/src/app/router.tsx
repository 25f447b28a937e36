import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { isRememberedDisplay, rememberDisplay } from '../features/identity/display.ts'
import { signInPath } from '../features/identity/return-path.ts'
import { whenUnauthorized } from '../lib/api.ts'
import { kioskQuery, userQuery } from '../scope/session.ts'
import { Crash } from './crash.tsx'
import { setupRoutes } from './setup-routes.tsx'

const lazySignIn = async () => ({ Component: (await import('../pages/sign-in/sign-in-page.tsx')).SignInPage })
const lazyReset = async () => ({ Component: (await import('../pages/reset/reset-page.tsx')).ResetPage })
const lazyFirstRun = async () => ({ Component: (await import('../pages/first-run/first-run-page.tsx')).FirstRunPage })
const lazySettings = async () => ({ Component: (await import('../pages/settings/settings-page.tsx')).SettingsPage })
const lazyAddin = async () => ({ Component: (await import('../pages/addin/addin-page.tsx')).AddinPage })
const lazyNotFound = async () => ({ Component: (await import('../pages/not-found/not-found-page.tsx')).NotFoundPage })
const lazyRoot = async () => ({ Component: (await import('./to-root.tsx')).ToRoot })

const isPublic = (path: string): boolean => ['/login', '/password/reset', '/first-run'].includes(path)

/** Returns the address to go to after a session has ended, with the message to show there. */
function wayIn(path: string, companyId: number | undefined): { path: string; message?: string } {
  if (isRememberedDisplay()) {
    rememberDisplay(false)
    return { path: '/login', message: 'This display was signed out. An admin can make another link for it' }
  }
  const notice = companyId === undefined ? {} : { message: 'Token expired. Please login again' }
  return { path: signInPath({ path, companyId }), ...notice }
}

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Returns the loaders of the pages that are usually opened first. Each starts its requests while its code is loading,
 * without waiting for the user to be known.
 */
function firstPages(client: QueryClient, made: () => Router) {
  let followed: Promise<void> | undefined
  /**
   * Starts to keep the scope in step with the address. This happens before the first page that uses the scope reads or
   * renders it.
   */
  const follow = (): Promise<void> => {
    followed ??= import('../scope/scope-store.ts').then(({ followAddress }) => followAddress(made()))
    return followed
  }
  /** Returns the id in the address when the address already belongs to such a page. */
  const idIn = (pattern: RegExp): number | undefined => {
    const [, id] = pattern.exec(made().state.location.pathname) ?? []
    return id === undefined ? undefined : Number(id)
  }
  return {
    signedIn: async () => {
      void (isRememberedDisplay() ? client.prefetchQuery(kioskQuery) : client.prefetchQuery(userQuery))
      const [{ SignedIn }] = await Promise.all([import('./signed-in.tsx'), follow()])
      return { Component: SignedIn }
    },
    unit: async () => {
      const [{ UnitPage, beginUnit }] = await Promise.all([import('../pages/unit/unit-page.tsx'), follow()])
      const id = idIn(/^\/o\/([1-9]\d*)$/)
      if (id !== undefined) beginUnit(id)
      return { Component: UnitPage }
    },
    machine: async () => {
      const { MachinePage, beginMachine } = await import('../pages/machine/machine-page.tsx')
      const id = idIn(/^\/e\/([1-9]\d*)$/)
      if (id !== undefined) beginMachine(id)
      return { Component: MachinePage }
    },
  }
}

/**
 * Builds the router of the pages; each page is loaded when it is opened. From then on, a call that is answered with 401
 * deletes all cached data and opens the sign-in page.
 */
export function makeRouter(client: QueryClient): Router {
  const first = firstPages(client, () => router)
  const router: Router = createBrowserRouter([
    { path: '/login', lazy: lazySignIn, HydrateFallback: Nothing, ErrorBoundary: Crash },
    { path: '/password/reset', lazy: lazyReset, HydrateFallback: Nothing, ErrorBoundary: Crash },
    { path: '/first-run', lazy: lazyFirstRun, HydrateFallback: Nothing, ErrorBoundary: Crash },
    {
      lazy: first.signedIn,
      HydrateFallback: Nothing,
      ErrorBoundary: Crash,
      children: [
        {
          ErrorBoundary: Crash,
          children: [
            { index: true, lazy: lazyRoot },
            { path: '/o/:id', lazy: first.unit },
            { path: '/e/:id', lazy: first.machine },
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
    // Several calls may be refused at once; only the first one redirects.
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
