import { downtimeOfEquipment } from '@millwatch/contract/http/reports'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { downtimeQuery } from '../../features/stops/downtime.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { useMay } from '../../scope/rights.ts'
import { useScopeKey } from '../../scope/scope.ts'

const none: ReadonlySet<number> = new Set()

/**
 * Returns the ids of the excessive stops of a machine that touch the period of the scope, without ignored ones. The set is empty
 * until they are read, and for a person who may not read them.
 */
export function useExcessiveStops({ id, actual_timezone: zone }: Equipment): ReadonlySet<number> {
  const scopeKey = useScopeKey(zone)
  const mayRead = useMay()(downtimeOfEquipment)
  const { data } = useQuery({ ...downtimeQuery({ which: 'e', id }, zone, scopeKey), enabled: mayRead })
  return useMemo(
    () =>
      data === undefined ? none : new Set(data.stops.filter(({ isIgnored }) => !isIgnored).map((stop) => stop.id)),
    [data],
  )
}
