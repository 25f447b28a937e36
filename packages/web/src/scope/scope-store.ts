import {
  addressNames,
  choose,
  DEFAULT_SCOPE,
  fromAddress,
  type Scope,
  scopeFrom,
  toAddress,
  unreadNames,
} from '@millwatch/domain/scope'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { now } from '../lib/clock.ts'

/** What every page shows; kept by this browser, checked when it is read again. */
export const useScopeStore = create<{ scope: Scope }>()(
  persist(() => ({ scope: DEFAULT_SCOPE }), {
    name: 'millwatch.scope',
    version: 0,
    migrate: (kept) => kept as { scope: Scope },
    merge: (kept) => ({ scope: scopeFrom((kept as { scope?: unknown } | undefined)?.scope) }),
  }),
)

/** What of the latest address could not be read; told once, by whoever shows the scope. */
export const useUnread = create<{ unread: readonly string[] }>()(() => ({ unread: [] }))

export const currentScope = (): Scope => useScopeStore.getState().scope

/** The pages whose address bears the scope: those of a unit and of a machine, and what is under them. */
const BEARS_SCOPE = /^\/[oe]\/\d+(\/|$)/

/** What of the router is needed; its own type says so much more. */
interface Router {
  readonly state: {
    readonly location: { pathname: string; search: string; key: string }
    readonly historyAction: string
  }
  subscribe(listener: (state: Router['state']) => void): () => void
  navigate(to: { search: string }, how: { replace: boolean; state?: unknown; preventScrollReset: boolean }): unknown
}

let router: Router | undefined

/** A search with the scope's part of it replaced; whatever else it says stays, and stays in place. */
export function withScope(search: string, scope: Scope): string {
  const params = new URLSearchParams(search)
  const said = toAddress(scope)
  for (const name of addressNames) {
    const value = said[name]
    if (value === undefined) params.delete(name)
    else if (params.get(name) !== value) params.set(name, value)
  }
  return readable(params)
}

/** Flags without a value and slashes as they are: `?hidesidebar&tz=America/Chicago`. */
function readable(params: URLSearchParams): string {
  const text = params
    .toString()
    .replaceAll('%2F', '/')
    .replaceAll('%2C', ',')
    .replace(/=(?=&|$)/g, '')
  return text === '' ? '' : `?${text}`
}

const isTold = (params: URLSearchParams): boolean => addressNames.some((name) => params.has(name))

/** The scope that an address tells, and which of its names tell nothing. A period that has not begun is none. */
function readAddress(params: URLSearchParams, own: Scope): { scope: Scope; unread: readonly string[] } {
  const told = fromAddress(params, own)
  const unread = unreadNames(params, told)
  if ((told.absStartDate ?? 0) < now()) return { scope: told, unread }
  return { scope: choose(told, DEFAULT_SCOPE), unread: ['from', 'to', ...unread] }
}

/** Takes the scope over from an address, where that is one that bears it. */
function hear({ location, historyAction }: Router['state']): void {
  if (!BEARS_SCOPE.test(location.pathname)) return
  const params = new URLSearchParams(location.search)
  const own = currentScope()
  if (isTold(params) || historyAction === 'POP') {
    // An address that says nothing means the defaults: so a copied one shows the same to everybody.
    const { scope, unread } = readAddress(params, own)
    // What means nothing does not stay in the address, to be copied again.
    if (unread.length > 0) {
      useUnread.setState({ unread })
      queueMicrotask(() => say(withScope(location.search, scope), true))
    }
    if (JSON.stringify(toAddress(scope)) !== JSON.stringify(toAddress(own))) useScopeStore.setState({ scope })
    return
  }
  const search = withScope(location.search, own)
  // A link inside the program that says nothing leads to what is shown already; its address says so from then on.
  if (search !== location.search) queueMicrotask(() => say(search, true))
}

const say = (search: string, replace: boolean, state?: unknown): void =>
  void router?.navigate({ search }, { replace, state, preventScrollReset: true })

/** Lets the scope follow the address of the pages that bear it: at first, and with every navigation, before it is drawn. */
export function followAddress(followed: Router): void {
  router = followed
  let key: string | undefined
  const listen = (state: Router['state']): void => {
    if (state.location.key === key) return
    key = state.location.key
    hear(state)
  }
  listen(followed.state)
  followed.subscribe(listen)
}

/** How a change stands in the history: a choice can be gone back from; steps that follow each other are one. */
export type Way = 'choice' | 'step' | 'quiet'

const isStep = (): boolean => (history.state as { usr?: { scopeStep?: boolean } } | null)?.usr?.scopeStep === true

/** Shows another scope, here and in the address. */
export function showScope(scope: Scope, way: Way): void {
  useScopeStore.setState({ scope })
  if (router === undefined || !BEARS_SCOPE.test(router.state.location.pathname)) return
  const { search } = router.state.location
  const next = withScope(search, scope)
  if (next === withScope(search, fromAddress(new URLSearchParams(search), scope))) return
  const replace = way === 'quiet' || (way === 'step' && isStep())
  say(next, replace, way === 'step' ? { scopeStep: true } : undefined)
}
