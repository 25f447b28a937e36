import type { Scope } from '@millwatch/domain/scope'
import { createContext, use, useDeferredValue, useLayoutEffect } from 'react'
import { currentScope, useScopeStore } from './scope-store.ts'

const PageScope = createContext<Scope | undefined>(undefined)

let rendered: Scope | undefined

/**
 * Gives `children` (a page and what stands beside it) the scope a moment after a person has changed it: first the header reacts, then the page
 * renders, and a further key press interrupts it. Until then the page is marked as old.
 */
export function DeferredScope({ className, children }: { className: string; children: React.ReactNode }) {
  const present = useScopeStore((state) => state.scope)
  const scope = useDeferredValue(present)
  // Before any effect of the page that sends a query: its key is made of this scope.
  useLayoutEffect(() => {
    rendered = scope
    return () => {
      rendered = undefined
    }
  }, [scope])
  return (
    <div className={className} data-old={scope !== present}>
      <PageScope value={scope}>{children}</PageScope>
    </div>
  )
}

/** Returns the scope that a component shows: inside `DeferredScope` that of the page, elsewhere the present one. */
export function useScope(): Scope {
  const ofPage = use(PageScope)
  const present = useScopeStore((state) => (ofPage === undefined ? state.scope : undefined))
  return ofPage ?? present ?? currentScope()
}

/** Returns the scope with which queries are sent: that of the page on screen, or the present one before there is a page. */
export const scopeOfQueries = (): Scope => rendered ?? currentScope()
