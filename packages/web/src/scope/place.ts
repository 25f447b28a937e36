import type { WeekOfRanges } from '@millwatch/domain/schedules'
import { shiftStartBySchedule } from '@millwatch/domain/scope'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { useNow } from '../lib/clock.ts'

interface Place {
  /** Zone of the unit or machine on screen; the header's clock shows its time. */
  zone: string | undefined
  /** When the shift that is going on there began; undefined where there is none, or nothing says so. */
  shiftStartedAt: number | undefined
}

export const usePlace = create<Place>()(() => ({ zone: undefined, shiftStartedAt: undefined }))

/** Says which zone this page speaks of, and when the shift that is going on there began (epoch ms), where there is one. */
export function usePageZone(zone: string | undefined, shiftStartedAt?: number): void {
  useEffect(() => {
    if (zone !== undefined) usePlace.setState({ zone, shiftStartedAt })
  }, [zone, shiftStartedAt])
}

/** When the shift began that goes on by a schedule: for a unit, which has no shift history of its own. */
export function useScheduledShift(schedule: WeekOfRanges | undefined, zone: string | undefined): number | undefined {
  const at = useNow(60_000)
  return useMemo(
    () => (schedule === undefined || zone === undefined ? undefined : shiftStartBySchedule(schedule, zone, at)),
    [schedule, zone, at],
  )
}
