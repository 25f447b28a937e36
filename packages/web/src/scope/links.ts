import type { Range } from '@millwatch/domain/time'
import { useSearchParams } from 'react-router'
import { currentScope, withScope } from './scope-store.ts'
import { pathOfSubject, type Subject } from './subject.ts'

/** Parameters of the address that are kept from page to page. */
const STICKY = ['hidesidebar'] as const

interface Paths {
  readonly unit: (id: number) => string
  readonly machine: (id: number) => string
  /** Path of a machine with one interval of its timeline open. */
  readonly stop: (machineId: number, intervalId: number) => string
  /** Path of the alarms of a machine with the history of one open. */
  readonly alarm: (machineId: number, alarmId: number) => string
  /** Path of a machine with its configuration open, which needs the sidebars and therefore keeps no `hidesidebar`. */
  readonly configuration: (machineId: number) => string
  /** Path of a report about a unit or machine. */
  readonly report: (subject: Subject, name: string) => string
  /** Path of the page of a device: on its machine, or in the set-up where it is on none. */
  readonly device: (uuid: string, machineId: number | null) => string
  /** Path of any other page. */
  readonly page: (path: string) => string
}

/**
 * Returns the query of this address with only the parameters that are kept from page to page, beginning with `?`; blank without
 * any.
 */
function useTail(): string {
  const [search] = useSearchParams()
  const kept = STICKY.filter((name) => search.has(name)).map((name) =>
    search.get(name) ? `${name}=${search.get(name)}` : name,
  )
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/**
 * Returns functions that return paths of pages. All paths but that of the configuration keep the parameter `hidesidebar` of this
 * address. Those of units, machines (not their alarms and devices) and reports also contain the scope.
 */
export function usePaths(): Paths {
  const tail = useTail()
  const scoped = withScope(tail, currentScope())
  const machine = (id: number): string => `/e/${id}${scoped}`
  return {
    unit: (id) => `/o/${id}${scoped}`,
    machine,
    stop: (machineId, intervalId) => `${machine(machineId)}${scoped === '' ? '?' : '&'}stop=${intervalId}`,
    alarm: (machineId, alarmId) => `/e/${machineId}/alarms${tail}${tail === '' ? '?' : '&'}alarm=${alarmId}`,
    configuration: (id) => `/e/${id}${withScope('?panel=configuration', currentScope())}`,
    report: (subject, name) => `${pathOfSubject(subject)}/reports/${name}${scoped}`,
    device: (uuid, machineId) => `${machineId === null ? '/setup/devices' : `/e/${machineId}/d`}/${uuid}${tail}`,
    page: (path) => `${path}${tail}`,
  }
}

/**
 * Returns a function that returns the path of the page of a unit or machine over an absolute period (epoch ms), with the rest of
 * the present scope and the parameters that are kept from page to page.
 */
export function usePathOver(): (subject: Subject, period: Range) => string {
  const tail = useTail()
  const scope = currentScope()
  return (subject, { from, to }) => {
    const period = { type: 'absolute', absStartDate: from, absEndDate: to } as const
    return `${pathOfSubject(subject)}${withScope(tail, { ...scope, ...period })}`
  }
}
