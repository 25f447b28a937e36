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

/** Says which zone this page speaks of. */
export function usePageZone(zone: string | undefined): void {
  useEffect(() => {
    if (zone !== undefined) usePlace.setState({ zone })
  }, [zone])
}

/** Says when the shift began that is going on at the machine of this page (ISO): what `This shift` means there. */
export function usePageShift(startedAt: string | null | undefined): void {
  useEffect(() => {
    usePlace.setState({ shiftStartedAt: startedAt == null ? undefined : Date.parse(startedAt) })
  }, [startedAt])
}

/** The same for a unit, which has no shift history of its own: by its schedule. */
export function usePageSchedule(schedule: WeekOfRanges | undefined, zone: string): void {
  const at = useNow(60_000)
  const startedAt = useMemo(
    () => (schedule === undefined ? undefined : shiftStartBySchedule(schedule, zone, at)),
    [schedule, zone, at],
  )
  useEffect(() => {
    usePlace.setState({ shiftStartedAt: startedAt })
  }, [startedAt])
}
