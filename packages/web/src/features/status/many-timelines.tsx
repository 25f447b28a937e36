import './many-timelines.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Window } from '../../charts/span.ts'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'
import { Legend } from './legend.tsx'
import { MachineRow, type RowOf } from './machine-row.tsx'
import type { PictureKind } from './pictures.ts'
import { ZoomBar } from './zoom-bar.tsx'

/** A machine as its row names it. */
interface NamedMachine {
  readonly id: number
  readonly name: string
}

interface ManyTimelinesProps {
  machines: readonly NamedMachine[]
  kind: Omit<PictureKind, 'width' | 'detail'>
  window: Window
  /** In whose time, and what the period is called. */
  zone: string
  label: string
}

const ROW_PX = 36
/** A little more or less room brings no other pictures. */
const WIDTH_STEP = 128
const MOST_WIDTH = 4096

/** The status of many machines over the scope's period, a row for each: those in sight are read and drawn. */
export function ManyTimelines({ machines, kind, window, zone, label }: ManyTimelinesProps) {
  const list = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const width = Math.min(MOST_WIDTH, Math.ceil(useWidth(track) / WIDTH_STEP) * WIDTH_STEP)
  const wanted = useMemo(() => ({ ...kind, width, detail: true }), [kind, width])
  const count = machines.length
  const tops = useMemo(() => Array.from({ length: count + 1 }, (_, row) => row * ROW_PX), [count])
  const { first, end } = useRowsInView(list, tops)
  const { current, told, ways } = useCurrentRow(count)
  const of = useMemo<RowOf>(() => ({ kind: wanted, window, zone, ...ways }), [wanted, window, zone, ways])
  return (
    <section className="panel many-timelines" aria-label={`Status timeline, ${label}`}>
      <div className="many-head">
        <ZoomBar zone={kind.zone} />
        <p className="many-told" aria-live="off">
          {told ?? 'Drag to zoom in. Arrow keys go along a row, Enter opens.'}
        </p>
        <Legend />
        <div className="many-axis">
          <div ref={track}>
            <TimeAxis window={window} zone={zone} />
          </div>
        </div>
      </div>
      <div ref={list} className="many-list" style={{ height: count * ROW_PX }}>
        {width > 0 &&
          machines.map((machine, row) =>
            (row < first || row >= end) && row !== current ? null : (
              <div key={machine.id} className="many-row" style={{ transform: `translateY(${row * ROW_PX}px)` }}>
                <MachineRow id={machine.id} name={machine.name} of={of} row={row} isCurrent={row === current} />
              </div>
            ),
          )}
      </div>
    </section>
  )
}

/** Which row the keyboard is on, and what is said of it. */
function useCurrentRow(count: number) {
  const [current, setCurrent] = useState(0)
  const [told, setTold] = useState<string>()
  const onTold = useCallback((words: string | undefined) => setTold(words), [])
  const onRow = useCallback((row: number) => setCurrent(Math.min(count - 1, Math.max(0, row))), [count])
  const ways = useMemo(() => ({ onTold, onRow }), [onTold, onRow])
  return { current: Math.min(current, Math.max(0, count - 1)), told, ways }
}
