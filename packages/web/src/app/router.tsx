import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, useRouteError } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isRememberedDisplay, rememberDisplay } from '../features/identity/display.ts'
import { signInPath } from '../features/identity/return-path.ts'
import { whenUnauthorized } from '../lib/api.ts'
import { forgetPage } from '../lib/kept-page.ts'
import { followAddress } from '../scope/scope-store.ts'
import { kioskQuery, userQuery } from '../scope/session.ts'
import { Crash } from './crash.tsx'
import { reportRoutes } from './report-routes.tsx'
import { setupRoutes } from './setup-routes.tsx'
import { SignedIn } from './signed-in.tsx'
import { ToRoot } from './to-root.tsx'

const lazyFirstRun = async () => ({ Component: (await import('../pages/first-run/first-run-page.tsx')).FirstRunPage })
const lazySettings = async () => ({ Component: (await import('../pages/settings/settings-page.tsx')).SettingsPage })
const lazyAlarms = async () => ({ Component: (await import('../pages/alarms/alarms-page.tsx')).AlarmsPage })
const lazyOperator = async () => ({ Component: (await import('../pages/operator/operator-page.tsx')).OperatorPage })
const lazyMaintenance = async () => ({
  Component: (await import('../pages/maintenance/maintenance-page.tsx')).MaintenancePage,
})
const lazyDevice = async () => ({ Component: (await import('../pages/device/device-page.tsx')).DevicePage })
const lazyDeviceUi = async () => ({ Component: (await import('../pages/device-ui/device-ui-page.tsx')).DeviceUiPage })
const lazyAddin = async () => ({ Component: (await import('../pages/addin/addin-page.tsx')).AddinPage })
const lazyNotFound = async () => ({ Component: (await import('../pages/not-found/not-found-page.tsx')).NotFoundPage })

/** Address of the page of a device in its frame. */
const DEVICE_UI = '/device-ui/'

/**
 * Returns the address to open after a session has ended, with the message to show there: the sign-in page, which leads back to
 * `path` afterwards; without a known company there is no message. A remembered display is forgotten: its sign-in page does not
 * lead back, and the message is that the display was signed out.
 */
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
 * Returns functions that load the pages which are usually opened first. Each starts the requests of its page when its code is
 * loaded, without waiting for the user to be known.
 */
function firstPages(client: QueryClient, made: () => Router) {
  /** Returns the id in the present address if it matches the pattern; undefined if it does not. */
  const idIn = (pattern: RegExp): number | undefined => {
    const [, id] = pattern.exec(made().state.location.pathname) ?? []
    return id === undefined ? undefined : Number(id)
  }
  return {
    signedIn: async () => {
      void (isRememberedDisplay() ? client.prefetchQuery(kioskQuery) : client.prefetchQuery(userQuery))
      return { Component: SignedIn }
    },
    unit: async () => {
      const { UnitPage, beginUnit } = await import('../pages/unit/unit-page.tsx')
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

/** Router, and the element that shows its pages. */
export interface App {
  readonly router: Router
  readonly element: React.ReactElement
}

/**
 * Returns the app with the router of the pages, each of which is loaded when it is opened. From then on, a call that is answered
 * with 401 on a page that needs a session deletes all cached data and opens the sign-in page. The router shows nothing at the
 * paths in `entrance`.
 */
export function makeApp(client: QueryClient, entrance: readonly string[]): App {
  const first = firstPages(client, () => router)
  const router: Router = createBrowserRouter([
    ...entrance.map((path) => ({ path, Component: Nothing })),
    { path: DEVICE_UI, lazy: lazyDeviceUi, HydrateFallback: Nothing, ErrorBoundary: RouteCrash },
    { path: '/first-run', lazy: lazyFirstRun, HydrateFallback: Nothing, ErrorBoundary: RouteCrash },
    {
      lazy: first.signedIn,
      HydrateFallback: Nothing,
      ErrorBoundary: RouteCrash,
      children: [
        {
          ErrorBoundary: RouteCrash,
          children: [
            { index: true, Component: ToRoot },
            { path: '/o/:id', lazy: first.unit },
            { path: '/e/:id', lazy: first.machine },
            { path: '/e/:id/operator', lazy: lazyOperator },
            { path: '/e/:id/d/:uuid', lazy: lazyDevice },
            { path: '/o/:id/addin/:addin', lazy: lazyAddin },
            { path: '/e/:id/addin/:addin', lazy: lazyAddin },
            { path: '/o/:id/alarms', lazy: lazyAlarms },
            { path: '/e/:id/alarms', lazy: lazyAlarms },
            { path: '/o/:id/pm', lazy: lazyMaintenance },
            { path: '/e/:id/pm', lazy: lazyMaintenance },
            { path: '/setup/user', lazy: lazySettings },
            ...reportRoutes,
            ...setupRoutes,
            { path: '*', lazy: lazyNotFound },
          ],
        },
      ],
    },
  ])
  // The loaders have only begun, so no page has read the scope yet.
  followAddress(router)
  whenUnauthorized(() => {
    const { pathname, search } = router.state.location
    // Several calls may be refused at once; only the first one redirects.
    // The page around the frame of a device leads to the sign-in.
    const isPublic = pathname === '/first-run' || pathname === DEVICE_UI || entrance.includes(pathname)
    if (isPublic || router.state.navigation.location?.pathname === '/login') return
    const to = wayIn(`${pathname}${search}`, client.getQueryData(userQuery.queryKey)?.company_id)
    client.clear()
    forgetPage()
    void router.navigate(to.path, { replace: true, state: to.message && { message: to.message } })
  })
  return { router, element: <RouterProvider router={router} /> }
}

const RouteCrash = () => <Crash error={useRouteError()} />

function Nothing(): React.ReactNode {
  return null
}
