import type { WeekOfRanges } from '@millwatch/domain/schedules'
import { shiftStartBySchedule } from '@millwatch/domain/scope'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { useNow } from '../lib/clock.ts'

interface Place {
  /** Zone of the unit or machine on screen; the clock in the header shows its time. */
  zone: string | undefined
  /** Start of the current shift there, epoch ms; undefined when there is none or it is not known. */
  shiftStartedAt: number | undefined
}

export const usePlace = create<Place>()(() => ({ zone: undefined, shiftStartedAt: undefined }))

/**
 * Stores the zone of the unit or machine on screen, and the start of its current shift (epoch ms), for the clock and for
 * periods. An undefined zone changes nothing.
 */
export function usePageZone(zone: string | undefined, shiftStartedAt?: number): void {
  useEffect(() => {
    if (zone !== undefined) usePlace.setState({ zone, shiftStartedAt })
  }, [zone, shiftStartedAt])
}

/**
 * Returns the start (epoch ms) of the shift that is in progress now by a schedule, checked every minute; undefined: none, or
 * not loaded. It is for units, which have no shift history.
 */
export function useScheduledShift(schedule: WeekOfRanges | undefined, zone: string | undefined): number | undefined {
  const at = useNow(60_000)
  return useMemo(
    () => (schedule === undefined || zone === undefined ? undefined : shiftStartBySchedule(schedule, zone, at)),
    [schedule, zone, at],
  )
}
