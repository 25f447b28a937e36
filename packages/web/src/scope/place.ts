import type { WeekOfRanges } from '@millwatch/domain/schedules'
import { type NamedShift, type ShiftsAround, shiftsBySchedule, shiftsSinceRead } from '@millwatch/domain/scope'
import { MINUTE_MS } from '@millwatch/domain/time'
import { useLayoutEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import { useNow } from '../lib/clock.ts'

interface Place {
  /**
   * IANA time zone of the unit or machine on screen, or of the company on pages under `/setup`; other pages keep that of the page
   * before. The clock in the header shows its time.
   */
  zone: string | undefined
  /** Current shift of the unit or machine on screen, else its last one; undefined when there is none or it is not known. */
  shift: PlaceShift | undefined
  /** Last shift of the unit or machine on screen that is over; undefined when there is none or it is not known. */
  lastShift: PlaceShift | undefined
  /** True if the page shows that its address does not exist, so it has no menu and no period. */
  isMissing: boolean
}

/** Shift of a unit or a machine; instants are epoch ms. `isOn` is true until its end. */
export interface PlaceShift extends NamedShift {
  readonly isOn: boolean
}

type PlaceShifts = Pick<Place, 'shift' | 'lastShift'>

export const usePlace = create<Place>()(() => ({
  zone: undefined,
  shift: undefined,
  lastShift: undefined,
  isMissing: false,
}))

/**
 * Stores the zone of the page (of its unit or machine, or of the company), and its shifts, for the clock and for periods; an
 * undefined zone changes nothing. Returns true once a zone is stored, before the browser paints. Data of a period that depends on
 * a shift must not be read earlier, as the shift would be another.
 */
export function usePageZone(zone: string | undefined, { shift, lastShift }: PlaceShifts = NO_SHIFTS): boolean {
  const [isStored, setStored] = useState(false)
  useLayoutEffect(() => {
    if (zone === undefined) return
    usePlace.setState({ zone, shift, lastShift })
    setStored(true)
  }, [zone, shift, lastShift])
  return isStored
}

const NO_SHIFTS: PlaceShifts = { shift: undefined, lastShift: undefined }

interface Scheduled {
  readonly schedule: WeekOfRanges
  readonly actual_timezone: string
}

const placeShifts = ({ current, last }: ShiftsAround): PlaceShifts => {
  const lastShift = last && { ...last, isOn: false }
  return { shift: current ? { ...current, isOn: true } : lastShift, lastShift }
}

/**
 * Returns the current shift of a unit, else its last one (`shift`), and the last one (`lastShift`) by its schedule, computed
 * again every minute; none until the unit is loaded. Units have no shift history.
 */
export function useShiftsOfUnit(unit: Scheduled | undefined): PlaceShifts {
  const at = useNow(MINUTE_MS)
  const { schedule, actual_timezone: zone } = unit ?? {}
  return useMemo(
    () =>
      schedule === undefined || zone === undefined ? NO_SHIFTS : placeShifts(shiftsBySchedule(schedule, zone, at)),
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

/**
 * Returns the current shift of a machine, else its last one (`shift`), and the last one (`lastShift`): by its shift history as it
 * was read, and by its schedule for a shift that began since, or without any history. Computed again every minute; none until the
 * machine is loaded.
 */
export function useShiftsOfMachine(machine: WithShifts | undefined): PlaceShifts {
  const at = useNow(MINUTE_MS)
  const { schedule, actual_timezone: zone, current_shift: current, last_shift: last, as_of: asOf } = machine ?? {}
  return useMemo(() => {
    if (schedule === undefined || zone === undefined || asOf === undefined) return NO_SHIFTS
    const read = { asOf: Date.parse(asOf), current: namedShift(current ?? null), last: namedShift(last ?? null) }
    return placeShifts(shiftsSinceRead(read, shiftsBySchedule(schedule, zone, at), at))
  }, [schedule, zone, current, last, asOf, at])
}
