import type { Scope } from '@millwatch/domain/scope'
import { useEffect } from 'react'
import { currentScope, showScope } from '../../scope/scope-store.ts'

const NAME = 'millwatch.scope-before-operator'

const PERIOD = { type: 'relative', period: '1h', absStartDate: null, absEndDate: null, zoomedFrom: null } as const
const OWN = { shift: 0, timezone: null } as const

function readKept(): Scope | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Scope | null) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Stores a scope in the session storage so that it survives a reload of the page; undefined removes it. Does nothing if the
 * storage cannot be used.
 */
function keep(scope: Scope | undefined): void {
  try {
    if (scope === undefined) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, JSON.stringify(scope))
  } catch {
    // The page works without it.
  }
}

/**
 * Sets the period of all pages to the last hour, without shift and zone, while the component exists, and restores the earlier
 * scope afterwards. A reload in between keeps the earlier scope.
 */
export function useHourScope(): void {
  useEffect(() => {
    const before = readKept() ?? currentScope()
    keep(before)
    showScope({ ...before, ...PERIOD, ...OWN }, 'quiet')
    return () => {
      keep(undefined)
      showScope(before, 'quiet')
    }
  }, [])
}
