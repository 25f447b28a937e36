import { useEffect } from 'react'
import { lendScope } from '../../scope/scope-store.ts'

const PERIOD = { type: 'relative', period: '1h', absStartDate: null, absEndDate: null, zoomedFrom: null } as const
const OWN = { shift: 0, timezone: null } as const

/**
 * Sets the period of all pages of this window to the last hour, without shift and zone, while the component exists, and restores
 * the earlier scope afterwards. A reload in between, other windows and later visits keep the earlier scope.
 */
export function useHourScope(): void {
  useEffect(() => lendScope((before) => ({ ...before, ...PERIOD, ...OWN })), [])
}
