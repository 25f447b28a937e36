import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { restorePage } from '../lib/kept-page.ts'
import { logFailure } from '../lib/log.ts'
import { makeQueryClient } from '../lib/query-client.ts'
import type { EntrancePageProps } from '../pages/entrance.tsx'
import { withholdTransitionStarts } from '../ui/transition-events.ts'
import { comeIn, isForPeople } from './come-in.ts'
import { Crash } from './crash.tsx'
import { needsNewDocument, openDocument } from './new-document.ts'
import type { App } from './router.tsx'

/** Pages before the sign-in, by path. They need no router, so that a browser loads little for them. */
const entrance = new Map<string, () => Promise<React.ComponentType<EntrancePageProps>>>([
  ['/login', async () => (await import('../pages/sign-in/sign-in-page.tsx')).SignInPage],
  ['/kiosk', async () => (await import('../pages/pairing/pairing-page.tsx')).PairingPage],
  ['/unsubscribe', async () => (await import('../pages/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage],
  ['/password/reset', async () => (await import('../pages/reset/reset-page.tsx')).ResetPage],
])

const isEntrancePath = (path: string): boolean => entrance.has(path)

/**
 * Loads the code of the page that the router probably opens first: that of a machine, or for a unit, `/` and `/login` that of a
 * unit; nothing for other paths. The router loads it too, and shows the error.
 */
async function loadFirstPage(): Promise<void> {
  const { pathname } = location
  if (pathname.startsWith('/e/')) await import('../pages/machine/machine-page.tsx')
  else if (/^\/(o\/|login$|$)/.test(pathname)) await import('../pages/unit/unit-page.tsx')
}

/**
 * Loads the code of the router, and beside it that of its first page and what the browser lacks. Returns `makeApp`, which makes
 * the router.
 */
async function loadRouter() {
  loadFirstPage().catch(() => undefined)
  const [{ makeApp }] = await Promise.all([
    import('./router.tsx'),
    // Some browsers do not have the Temporal API yet.
    'Temporal' in globalThis ? undefined : import('temporal-polyfill/global'),
  ])
  return makeApp
}

/**
 * Shows the page of the address in an element and follows the address from then on: a page before the sign-in, or one of the
 * router. A page that cannot be shown is replaced by a message about the error.
 */
export async function showPages(element: HTMLElement): Promise<void> {
  withholdTransitionStarts()
  const client = makeQueryClient()
  restorePage(client)
  await comeIn(client, isEntrancePath)
  let app: Promise<App> | undefined
  let isEntrance = false
  const crash = (error: unknown): void => {
    logFailure('The page could not be shown', error)
    draw(<Crash error={error} />)
  }
  const root = createRoot(element, { onUncaughtError: crash })
  const draw = (page: React.ReactNode): void =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>{page}</QueryClientProvider>
      </StrictMode>,
    )
  const loadApp = async (): Promise<App> => {
    const made = (await loadRouter())(client, [...entrance.keys()])
    made.router.subscribe(({ location: { pathname } }) => {
      if (isEntrance || entrance.has(pathname)) void show().catch(crash)
    })
    return made
  }
  const open = async (path: string): Promise<void> => {
    if (app === undefined && entrance.has(path)) {
      history.replaceState(null, '', path)
      return show()
    }
    const { pathname } = new URL(path, location.origin)
    // Its code loads meanwhile.
    app ??= loadApp()
    app.catch(() => undefined)
    if (isForPeople(pathname, isEntrancePath) && (await needsNewDocument(client))) return openDocument(path)
    await (await app).router.navigate(path, { replace: true })
  }
  const entry: EntrancePageProps = {
    onOpen: (path) =>
      open(path).catch((error: unknown) => {
        // Reloading leads there, and not back to this page, which has done its work.
        history.replaceState(null, '', path)
        crash(error)
      }),
    prepare: () => void loadRouter().catch(() => undefined),
  }
  const show = async (): Promise<void> => {
    const { pathname } = location
    const load = entrance.get(pathname)
    isEntrance = load !== undefined
    if (load === undefined) {
      app ??= loadApp()
      return draw((await app).element)
    }
    const Page = await load()
    if (location.pathname === pathname) draw(<Page {...entry} />)
  }
  await show().catch(crash)
}
