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
import { addressText } from '../lib/use-change-address.ts'

interface ScopeState {
  readonly scope: Scope
  /** Scope that the person chose, while `scope` is that of a page which shows a period of its own; undefined elsewhere. */
  readonly chosen: Scope | undefined
}

/**
 * Store of the scope of all pages. localStorage keeps the one that the person chose; when it is loaded, invalid fields get their
 * defaults.
 */
export const useScopeStore = create<ScopeState>()(
  persist((): ScopeState => ({ scope: DEFAULT_SCOPE, chosen: undefined }), {
    name: 'millwatch.scope',
    version: 0,
    partialize: ({ scope, chosen }) => ({ scope: chosen ?? scope }),
    migrate: (kept) => kept as { scope: Scope },
    merge: (kept) => ({ scope: scopeFrom((kept as { scope?: unknown } | undefined)?.scope), chosen: undefined }),
  }),
)

/** Store of the names of address parameters that were invalid, until a message about them was shown. */
export const useUnread = create<{ unread: readonly string[] }>()(() => ({ unread: [] }))

export const currentScope = (): Scope => useScopeStore.getState().scope

/** Pattern of the paths of pages whose address contains the scope: those of a unit or machine, and all below. */
const BEARS_SCOPE = /^\/[oe]\/\d+(\/|$)/
/** Pattern of the path of the operator screen, which shows a period of its own, whatever its address contains. */
const HAS_OWN_SCOPE = /^\/e\/\d+\/operator\/?$/

/** Part of the router that this file uses. */
interface Router {
  readonly state: {
    readonly location: { pathname: string; search: string; key: string }
    readonly historyAction: string
  }
  subscribe(listener: (state: Router['state']) => void): () => void
  navigate(to: { search: string }, how: { replace: boolean; state?: unknown; preventScrollReset: boolean }): unknown
}

let router: Router | undefined

/**
 * Returns the query of an address, beginning with `?` or blank, with the parameters of this scope. Parameters of another scope
 * are removed, all others stay.
 */
export function withScope(search: string, scope: Scope): string {
  const params = new URLSearchParams(search)
  const parameters = toAddress(scope)
  for (const name of addressNames) {
    const value = parameters[name]
    if (value === undefined) params.delete(name)
    else if (params.get(name) !== value) params.set(name, value)
  }
  const text = addressText(params)
  return text === '' ? '' : `?${text}`
}

const hasScope = (params: URLSearchParams): boolean => addressNames.some((name) => params.has(name))

/**
 * Returns the scope of an address and the names of its invalid parameters, for which it has defaults. A period that starts in the
 * future is invalid, and becomes the default period.
 */
function readAddress(params: URLSearchParams, current: Scope): { scope: Scope; unread: readonly string[] } {
  const scope = fromAddress(params, current)
  const unread = unreadNames(params, scope)
  if ((scope.absStartDate ?? 0) < now()) return { scope, unread }
  return { scope: choose(scope, DEFAULT_SCOPE), unread: ['from', 'to', ...unread] }
}

/**
 * Sets the scope from the address of a page of a unit or machine if the address has scope parameters or a person opened it;
 * otherwise writes the present scope into the address. Invalid parameters are removed from the address. Does nothing on other
 * pages, and on the operator screen.
 */
function takeOverAddress({ location, historyAction }: Router['state']): void {
  if (!BEARS_SCOPE.test(location.pathname) || HAS_OWN_SCOPE.test(location.pathname)) return
  const params = new URLSearchParams(location.search)
  const current = currentScope()
  if (hasScope(params) || historyAction === 'POP') {
    // An address without scope parameters means the defaults, so that a copied address shows the same to everybody.
    const { scope, unread } = readAddress(params, current)
    // Invalid parameters are removed from the address.
    if (unread.length > 0) {
      useUnread.setState({ unread })
      queueMicrotask(() => writeAddress(withScope(location.search, scope), true))
    }
    if (JSON.stringify(toAddress(scope)) !== JSON.stringify(toAddress(current))) useScopeStore.setState({ scope })
    return
  }
  const search = withScope(location.search, current)
  // A link inside the program without scope parameters keeps the current scope, which is then written to its address.
  if (search !== location.search) queueMicrotask(() => writeAddress(search, true))
}

const writeAddress = (search: string, replace: boolean, state?: unknown): void =>
  void router?.navigate({ search }, { replace, state, preventScrollReset: true })

/**
 * Keeps the scope and the address equal, now and at every navigation before the page is rendered. An address with scope
 * parameters, and one opened by a person, sets the scope; for a link inside the program without them, the present scope is
 * written into its address.
 */
export function followAddress(followed: Router): void {
  router = followed
  let key: string | undefined
  const listen = (state: Router['state']): void => {
    if (state.location.key === key) return
    key = state.location.key
    takeOverAddress(state)
  }
  listen(followed.state)
  followed.subscribe(listen)
}

/**
 * Kind of history entry for a change of the scope: a `choice` adds one, consecutive `step`s share one, a `quiet` change adds
 * none.
 */
export type Way = 'choice' | 'step' | 'quiet'

const isStep = (): boolean => (history.state as { usr?: { scopeStep?: boolean } } | null)?.usr?.scopeStep === true

/**
 * Sets the scope of all pages in the store and, on pages of a unit or machine, in the address, with a history entry as `way`
 * says. An address that has the scope already stays.
 */
export function showScope(scope: Scope, way: Way): void {
  useScopeStore.setState({ scope })
  if (router === undefined || !BEARS_SCOPE.test(router.state.location.pathname)) return
  const { search } = router.state.location
  const next = withScope(search, scope)
  if (next === withScope(search, fromAddress(new URLSearchParams(search), scope))) return
  const replace = way === 'quiet' || (way === 'step' && isStep())
  writeAddress(next, replace, way === 'step' ? { scopeStep: true } : undefined)
}

/**
 * Shows the scope that `change` makes of the present one, which the browser does not keep. Returns a function that restores the
 * present one.
 */
export function lendScope(change: (present: Scope) => Scope): () => void {
  const chosen = currentScope()
  useScopeStore.setState({ chosen })
  showScope(change(chosen), 'quiet')
  return () => {
    showScope(chosen, 'quiet')
    useScopeStore.setState({ chosen: undefined })
  }
}
