import type { WeekOfRanges } from '@millwatch/domain/schedules'
import { type NamedShift, shiftBySchedule, shiftSinceRead } from '@millwatch/domain/scope'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { useNow } from '../lib/clock.ts'

const MINUTE_MS = 60_000

interface Place {
  /** Zone of the unit or machine on screen; the clock in the header shows its time. */
  zone: string | undefined
  /** Current shift there, else the last one; undefined when there is none or it is not known. */
  shift: PlaceShift | undefined
  /** True: the address leads to nothing, so the page has no menu and no period. */
  isMissing: boolean
}

/** Shift of a unit or a machine. `isOn` is true until its end. */
export interface PlaceShift extends NamedShift {
  readonly isOn: boolean
}

export const usePlace = create<Place>()(() => ({ zone: undefined, shift: undefined, isMissing: false }))

/**
 * Stores the zone of the unit or machine on screen, and its shift, for the clock and for periods. An undefined zone changes nothing.
 */
export function usePageZone(zone: string | undefined, shift?: PlaceShift): void {
  useEffect(() => {
    if (zone !== undefined) usePlace.setState({ zone, shift })
  }, [zone, shift])
}

interface Scheduled {
  readonly schedule: WeekOfRanges
  readonly actual_timezone: string
}

const withEnd = (shift: NamedShift | undefined, at: number): PlaceShift | undefined =>
  shift && { ...shift, isOn: at < shift.to }

/**
 * Returns the shift of a unit by its schedule, else the last one, checked every minute; undefined: none, or not loaded. Units
 * have no shift history.
 */
export function useShiftOfUnit(unit: Scheduled | undefined): PlaceShift | undefined {
  const at = useNow(MINUTE_MS)
  const { schedule, actual_timezone: zone } = unit ?? {}
  return useMemo(
    () => (schedule === undefined || zone === undefined ? undefined : withEnd(shiftBySchedule(schedule, zone, at), at)),
    [schedule, zone, at],
  )
}

type ShiftRead = { readonly shift: number; readonly started_at: string; readonly ended_at: string } | null

interface WithShifts extends Scheduled {
  readonly current_shift: ShiftRead
  readonly last_shift: ShiftRead
  readonly as_of: string
}

function namedShift(read: ShiftRead): NamedShift | undefined {
  const shift = read?.shift
  return read !== null && (shift === 1 || shift === 2 || shift === 3)
    ? { shift, from: Date.parse(read.started_at), to: Date.parse(read.ended_at) }
    : undefined
}

/** Returns the shift of a machine, else its last one, checked every minute; undefined: none, or not loaded. */
export function useShiftOfMachine(machine: WithShifts | undefined): PlaceShift | undefined {
  const at = useNow(MINUTE_MS)
  const { schedule, actual_timezone: zone, current_shift: current, last_shift: last, as_of: asOf } = machine ?? {}
  return useMemo(() => {
    if (schedule === undefined || zone === undefined || asOf === undefined) return undefined
    const read = { asOf: Date.parse(asOf), current: namedShift(current ?? null), last: namedShift(last ?? null) }
    return withEnd(shiftSinceRead(read, shiftBySchedule(schedule, zone, at)), at)
  }, [schedule, zone, current, last, asOf, at])
}
