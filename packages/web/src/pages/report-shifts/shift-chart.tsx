import { type ShownShift, touchedShift } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import { useEffect, useMemo, useRef, useState } from 'react'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { now } from '../../lib/clock.ts'
import { performKey } from '../../ui/perform.ts'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import type { ChartEdit } from './chart-edit.ts'
import type { ShiftMachine } from './machines.ts'
import { ShiftRow } from './shift-row.tsx'

interface ShiftChartProps {
  machines: readonly ShiftMachine[]
  rows: readonly ShownShift[]
  window: Range
  zone: string
  /** Edit of the shifts; undefined if they cannot be selected. */
  edit?: ChartEdit | undefined
}

const ROW_PX = 36
const noShifts: readonly ShownShift[] = []

/**
 * Chart of the shifts of machines, one row for each machine. A click or Space selects a shift; arrow keys move along a row and to
 * other rows, Escape selects none.
 */
export function ShiftChart({ machines, rows, window, zone, edit }: ShiftChartProps) {
  const list = useRef<HTMLDivElement>(null)
  const tops = useMemo(() => Array.from({ length: machines.length + 1 }, (_, row) => row * ROW_PX), [machines.length])
  const { first, end } = useRowsInView(list, tops)
  const byMachine = useMemo(() => Map.groupBy(rows, ({ equipmentId }) => equipmentId), [rows])
  const shiftsAt = (row: number): readonly ShownShift[] => byMachine.get(machines[row]?.id ?? 0) ?? noShifts
  const { current, go, keys } = useCurrentShift(list, machines.length, shiftsAt)
  const allKeys: Readonly<Record<string, (() => void) | undefined>> = {
    ...keys,
    ...(edit && edit.selected.size > 0 && { Escape: edit.onUnselect }),
  }
  const at = now()
  const nowShare = (at - window.from) / (window.to - window.from)
  return (
    <div className="stack flush">
      <div className="shift-line">
        <span />
        <TimeAxis window={window} zone={zone} />
      </div>
      <div
        ref={list}
        role="group"
        aria-label="Shifts"
        className="anchor"
        style={{ height: machines.length * ROW_PX }}
        onKeyDown={(event) => performKey(event, allKeys[event.key])}
      >
        {machines.map((machine, row) =>
          (row < first || row >= end) && row !== current.row ? null : (
            <div key={machine.id} className="placed-row shift-line shift-row" style={{ top: row * ROW_PX }}>
              <ShiftRow
                machine={machine}
                shifts={shiftsAt(row)}
                shown={(shift) => (edit?.selected.has(shift.id) ? touchedShift(shift, edit.touched, zone) : shift)}
                window={window}
                zone={zone}
                edit={edit}
                current={row === current.row ? (current.id ?? shiftsAt(row)[0]?.id) : undefined}
                onFocus={(id) => go(row, id)}
                nowShare={nowShare}
              />
            </div>
          ),
        )}
      </div>
    </div>
  )
}

/** Shift with the keyboard focus: its row and its id. An undefined id means the first shift of the row. */
interface Current {
  readonly row: number
  readonly id: number | undefined
}

/**
 * Returns the shift that has the keyboard focus (the first one of the list if its row has none), and actions of the keys: left,
 * right, Home and End move along the row, up and down to the nearest shift of the next row with shifts.
 */
function useCurrentShift(
  list: React.RefObject<HTMLElement | null>,
  count: number,
  shiftsAt: (row: number) => readonly ShownShift[],
) {
  const [current, setCurrent] = useState<Current>({ row: 0, id: undefined })
  const moved = useRef(false)
  const shifts = shiftsAt(current.row)
  const place = Math.max(
    0,
    shifts.findIndex(({ id }) => id === current.id),
  )
  const move = (next: Current): void => {
    moved.current = true
    setCurrent(next)
  }
  const along = (to: number): void =>
    move({ row: current.row, id: shifts[Math.min(shifts.length - 1, Math.max(0, to))]?.id })
  const across = (step: number): void => {
    const from = shifts[place]?.startedAt ?? 0
    // Machines without shifts are passed over.
    for (let row = current.row + step; row >= 0 && row < count; row += step) {
      const [nearest] = shiftsAt(row).toSorted((a, b) => Math.abs(a.startedAt - from) - Math.abs(b.startedAt - from))
      if (nearest === undefined) continue
      move({ row, id: nearest.id })
      return
    }
  }
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    const element = list.current?.querySelector<HTMLElement>(`[data-shift="${current.id}"]`)
    element?.focus()
  }, [list, current])
  const firstRow = Math.max(
    0,
    Array.from({ length: count }, (_, row) => row).findIndex((row) => shiftsAt(row).length > 0),
  )
  const hasShifts = shifts.length > 0
  return {
    current: hasShifts ? current : { row: firstRow, id: undefined },
    go: (row: number, id: number) => setCurrent({ row, id }),
    keys: {
      ArrowLeft: () => along(place - 1),
      ArrowRight: () => along(place + 1),
      Home: () => along(0),
      End: () => along(shifts.length - 1),
      ArrowUp: () => across(-1),
      ArrowDown: () => across(1),
    } as Readonly<Record<string, (() => void) | undefined>>,
  }
}
