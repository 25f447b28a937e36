import './runs-report.css'
import { useMemo, useRef } from 'react'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { LEAST_PX, type RunBar, type RunTrack, tracksOf } from '../../features/reports/run-bars.ts'
import type { RunsReport } from '../../features/reports/runs.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { count, quantity } from '../../lib/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { performKey } from '../../ui/perform.ts'
import { useIsPrinting } from '../../ui/use-printing.ts'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'
import { useWidth } from '../../ui/use-size.ts'

interface RunTracksProps {
  runs: RunsReport
  zone: string
  /** Ids of the run under the pointer, and of the selected run. */
  lit: number | undefined
  chosen: number | undefined
  onPoint: (id: number | undefined) => void
  onChoose: (id: number) => void
}

const ROW_PX = 24
/** Width of a bar below which it has no text, px. */
const LEAST_WORDS_PX = 36
/** Width of the panel below which it shows only the machine of the selected run, px. */
const NARROW_PX = 480
/** Width of the names of machines, as in the style sheet, px. */
const NAMES_PX = 104

/** Runs of each machine over the period, as bars on a time axis; a click on a bar selects its run. */
export function RunTracks(props: RunTracksProps) {
  const { runs, zone } = props
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const tracks = useTracks(props, width)
  const tops = useMemo(() => Array.from({ length: tracks.length + 1 }, (_, i) => i * ROW_PX), [tracks.length])
  const inView = useRowsInView(list, tops)
  const { first, end } = useIsPrinting() ? { first: 0, end: tracks.length } : inView
  const current = currentKey(tracks, props)
  const { from, to } = runs
  return (
    <Panel title="Runs by machine" aside={<TracksLegend isLive={runs.isLive} />}>
      <div ref={box} className="scroll-box run-tracks">
        <div
          ref={list}
          role="group"
          aria-label="Runs by machine"
          className="anchor"
          style={{ height: tracks.length * ROW_PX }}
          onKeyDown={(event) => performKey(event, moves(event.currentTarget, event.target)[event.key])}
          onPointerLeave={() => props.onPoint(undefined)}
        >
          {tracks.slice(first, end).map((track, i) => (
            <div
              key={track.machineId}
              className="placed-row stack near run-track"
              style={{ top: (first + i) * ROW_PX }}
            >
              <span className="cut second" title={track.machine}>
                <bdi>{track.machine}</bdi>
              </span>
              <div className="anchor run-track-bars">
                {track.bars.map((bar) => (
                  <Bar
                    key={keyOf(bar)}
                    bar={bar}
                    track={track}
                    isStop={keyOf(bar) === current}
                    widthPx={width - NAMES_PX}
                    {...props}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
        <div className="run-tracks-axis">
          <TimeAxis window={{ from, to }} zone={zone} />
        </div>
      </div>
    </Panel>
  )
}

/**
 * Returns the tracks of all machines with runs. On a narrow panel it returns only the track of the machine of the selected run,
 * or without one of the first run.
 */
function useTracks({ runs, chosen }: RunTracksProps, width: number): readonly RunTrack[] {
  return useMemo(() => {
    const all = [...runs.ended, ...runs.goingOn]
    const tracks = tracksOf(all, runs, Math.max(1, width - NAMES_PX))
    if (width === 0 || width >= NARROW_PX) return tracks
    const machineId = (all.find(({ id }) => id === chosen) ?? all[0])?.machineId
    return tracks.filter((track) => track.machineId === machineId)
  }, [runs, chosen, width])
}

const keyOf = ({ runs: [run] }: RunBar): number => run.id

/** Returns the key of the only bar that Tab reaches: that of the selected run, else the first; undefined without bars. */
function currentKey(tracks: readonly RunTrack[], { chosen }: RunTracksProps): number | undefined {
  const bars = tracks.flatMap((track) => track.bars)
  const bar = bars.find(({ runs }) => runs.some(({ id }) => id === chosen)) ?? bars[0]
  return bar && keyOf(bar)
}

/**
 * Returns the actions of the arrow keys: left and right move the focus to the previous or next bar, up and down to the nearest
 * bar of the track above or below. At an end nothing happens.
 */
function moves(list: HTMLElement, from: EventTarget): Readonly<Record<string, () => void>> {
  const bars = [...list.querySelectorAll<HTMLElement>('.run-bar')]
  const index = bars.indexOf(from as HTMLElement)
  const step = (by: number) => () => bars[index + by]?.focus()
  const across = (by: 'previousElementSibling' | 'nextElementSibling') => () => {
    const here = bars[index]
    const others = here?.closest('.run-track')?.[by]?.querySelectorAll<HTMLElement>('.run-bar') ?? []
    const distance = (bar: HTMLElement): number => Math.abs(bar.offsetLeft - (here?.offsetLeft ?? 0))
    ;[...others].toSorted((a, b) => distance(a) - distance(b))[0]?.focus()
  }
  return {
    ArrowLeft: step(-1),
    ArrowRight: step(1),
    ArrowUp: across('previousElementSibling'),
    ArrowDown: across('nextElementSibling'),
  }
}

interface BarProps extends RunTracksProps {
  bar: RunBar
  track: RunTrack
  /** True if Tab reaches this bar. */
  isStop: boolean
  widthPx: number
}

function Bar({ bar, track, isStop, widthPx, runs, zone, lit, chosen, onPoint, onChoose }: BarProps) {
  const [run] = bar.runs
  const last = bar.runs.at(-1) ?? run
  const isOpen = last.endedAt === null || (!runs.isLive && last.endedAt > runs.to)
  const words = barWords(bar, runs, zone)
  const has = (id: number | undefined): boolean => bar.runs.some((each) => each.id === id)
  return (
    <button
      type="button"
      className="cut small run-bar"
      style={{ left: `${bar.from * 100}%`, width: `max(${LEAST_PX}px, ${(bar.to - bar.from) * 100}%)` }}
      tabIndex={isStop ? 0 : -1}
      data-indefinite={run.partsDesired === null}
      data-open={isOpen}
      data-lit={has(lit) || has(chosen)}
      aria-label={`${track.machine}: ${words}`}
      aria-pressed={has(chosen)}
      title={words}
      onPointerEnter={() => onPoint(last.id)}
      onFocus={() => onPoint(last.id)}
      onBlur={() => onPoint(undefined)}
      onClick={() => onChoose(last.id)}
    >
      {(bar.to - bar.from) * widthPx >= LEAST_WORDS_PX && <bdi>{run.tags.join(', ')}</bdi>}
    </button>
  )
}

/**
 * Returns tags, times and parts of a bar's run as text; for a bar of several runs their number and the start of the first. A run
 * not over in the period ends with `not in the table`.
 */
function barWords({ runs: [run, ...others] }: RunBar, { asOf, isLive, to }: RunsReport, zone: string): string {
  const dated = (at: number): string => dateAndMinute(at, zone, asOf)
  if (others.length > 0) return `${count(others.length + 1)} runs, from ${dated(run.startedAt)}`
  const isOpen = run.endedAt === null || (!isLive && run.endedAt > to)
  const end = run.endedAt === null ? 'still going on' : dated(run.endedAt)
  const parts = `${quantity(run.partsActual)} of ${run.partsDesired === null ? '∞' : quantity(run.partsDesired)} parts`
  return `${run.tags.join(', ')}, ${dated(run.startedAt)} → ${end}, ${parts}${isOpen ? ', not in the table' : ''}`
}

function TracksLegend({ isLive }: { isLive: boolean }) {
  return (
    <ul className="row wide note" aria-label="Legend">
      <li className="inline">
        <span className="run-bar run-key" /> part quantity
      </li>
      <li className="inline">
        <span className="run-bar run-key" data-indefinite="true" /> runs indefinitely
      </li>
      <li className="inline">
        <span className="run-bar run-key" data-open="true" /> {isLive ? 'still going on' : 'went on after the period'},
        not in the table
      </li>
    </ul>
  )
}
