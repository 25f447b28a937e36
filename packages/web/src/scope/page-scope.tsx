import { getHealth } from '@millwatch/contract/http/health'
import type { Scope } from '@millwatch/domain/scope'
import { createContext, use, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react'
import { call } from '../lib/api.ts'
import { currentScope, useScopeStore } from './scope-store.ts'

const PageScope = createContext<Scope | undefined>(undefined)

let rendered: Scope | undefined

/** Resolves with true if the server answers a call now, else with false. */
const answers = (): Promise<boolean> =>
  call(getHealth, {}).then(
    () => true,
    () => false,
  )

/**
 * Returns the scope whose data can be read. That is the present one; while the connection is lost it stays the scope of the shown
 * data unless the server still answers calls, so that old figures keep the name of their period.
 */
function useReadableScope(isLost: boolean): Scope {
  const present = useScopeStore((state) => state.scope)
  const [readable, setReadable] = useState(present)
  if (!isLost && readable !== present) setReadable(present)
  useEffect(() => {
    if (!isLost || readable === present) return
    let isOver = false
    void answers().then((can) => can && !isOver && setReadable(present))
    return () => {
      isOver = true
    }
  }, [isLost, readable, present])
  return isLost ? readable : present
}

interface DeferredScopeProps {
  className: string
  /** True while the connection is lost. */
  isLost: boolean
  children: React.ReactNode
}

/**
 * Passes the scope to `children` (a page and its panels) a moment after a person has changed it: first the header reacts, then
 * the page renders, which a further key press interrupts. Until then the page is marked as pending. Without connection the page
 * keeps the scope of its data.
 *
 * The mark is not `data-old`: some rules of pages are about all children of an old page, and the browser would work out the
 * styles of everything on the page before it paints.
 */
export function DeferredScope({ className, isLost, children }: DeferredScopeProps) {
  const present = useReadableScope(isLost)
  const scope = useDeferredValue(present)
  // Before any effect of the page that sends a query: its key is made of this scope.
  useLayoutEffect(() => {
    rendered = scope
    return () => {
      rendered = undefined
    }
  }, [scope])
  return (
    <div className={className} data-pending={scope !== present}>
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

/** Returns the scope with which queries are sent: that of the page on screen, or the present one when no page is rendered. */
export const scopeOfQueries = (): Scope => rendered ?? currentScope()
