import { useSearchParams } from 'react-router'
import { currentScope, withScope } from './scope-store.ts'

/** Flags of the address that stay on the way from page to page. */
const STICKY = ['hidesidebar'] as const

interface Paths {
  readonly unit: (id: number) => string
  readonly machine: (id: number) => string
  /** A machine with one stretch of its timeline open. */
  readonly stop: (machineId: number, intervalId: number) => string
  /** Any other page by its path. */
  readonly page: (path: string) => string
}

/**
 * Makes paths that keep the sticky flags of this address, and, to units and machines, what every page shows. The address says
 * that too where it can change, so the many links of a page are drawn again with the address, and not before it as well.
 */
export function usePaths(): Paths {
  const [search] = useSearchParams()
  const scope = currentScope()
  const kept = STICKY.filter((name) => search.has(name)).map((name) =>
    search.get(name) ? `${name}=${search.get(name)}` : name,
  )
  const tail = kept.length === 0 ? '' : `?${kept.join('&')}`
  const scoped = withScope(tail, scope)
  const machine = (id: number): string => `/e/${id}${scoped}`
  return {
    unit: (id) => `/o/${id}${scoped}`,
    machine,
    stop: (machineId, intervalId) => `${machine(machineId)}${scoped === '' ? '?' : '&'}stop=${intervalId}`,
    page: (path) => `${path}${tail}`,
  }
}
