import './many-timelines.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Window } from '../../charts/span.ts'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'
import { Legend } from './legend.tsx'
import { MachineRow, type RowContext } from './machine-row.tsx'
import type { PreviewKind } from './previews.ts'
import { ZoomBar } from './zoom-bar.tsx'

/** Machine with its name, for a row. */
interface NamedMachine {
  readonly id: number
  readonly name: string
}

interface ManyTimelinesProps {
  machines: readonly NamedMachine[]
  kind: Omit<PreviewKind, 'width' | 'detail'>
  window: Window
  /** Zone of the times, and the name of the period. */
  zone: string
  label: string
}

const ROW_PX = 36
/** Widths are rounded up to these steps, so that small changes of the window load nothing. */
const WIDTH_STEP = 128
const MOST_WIDTH = 4096

/**
 * Panel with the status of many machines over the scope's period, one row for each; only rows in view are loaded and
 * rendered.
 */
export function ManyTimelines({ machines, kind, window, zone, label }: ManyTimelinesProps) {
  const list = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const width = Math.min(MOST_WIDTH, Math.ceil(useWidth(track) / WIDTH_STEP) * WIDTH_STEP)
  const wanted = useMemo(() => ({ ...kind, width, detail: true }), [kind, width])
  const count = machines.length
  const tops = useMemo(() => Array.from({ length: count + 1 }, (_, row) => row * ROW_PX), [count])
  const { first, end } = useRowsInView(list, tops)
  const { current, announced, ways } = useCurrentRow(count)
  const context = useMemo<RowContext>(() => ({ kind: wanted, window, zone, ...ways }), [wanted, window, zone, ways])
  return (
    <section className="panel many-timelines" aria-label={`Status timeline, ${label}`}>
      <div className="row many-head">
        <ZoomBar zone={kind.zone} />
        <p className="cut note many-told" aria-live="off">
          {announced ?? 'Drag to zoom in. Arrow keys go along a row, Enter opens.'}
        </p>
        <Legend />
        <div className="many-axis">
          <div ref={track}>
            <TimeAxis window={window} zone={zone} />
          </div>
        </div>
      </div>
      <div ref={list} className="anchor" style={{ height: count * ROW_PX }}>
        {width > 0 &&
          machines.map((machine, row) =>
            (row < first || row >= end) && row !== current ? null : (
              <div key={machine.id} className="stack many-row" style={{ transform: `translateY(${row * ROW_PX}px)` }}>
                <MachineRow
                  id={machine.id}
                  name={machine.name}
                  context={context}
                  row={row}
                  isCurrent={row === current}
                />
              </div>
            ),
          )}
      </div>
    </section>
  )
}

/** Holds the row that has the keyboard focus and the text announced for it. */
function useCurrentRow(count: number) {
  const [current, setCurrent] = useState(0)
  const [announced, setAnnounced] = useState<string>()
  const onAnnounce = useCallback((words: string | undefined) => setAnnounced(words), [])
  const onRow = useCallback((row: number) => setCurrent(Math.min(count - 1, Math.max(0, row))), [count])
  const ways = useMemo(() => ({ onAnnounce, onRow }), [onAnnounce, onRow])
  return { current: Math.min(current, Math.max(0, count - 1)), announced, ways }
}
