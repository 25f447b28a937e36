import './detail.css'
import type { Segment, ShiftSpan } from '../../charts/segment.ts'
import { spanAt, touches, type Window } from '../../charts/span.ts'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { Timeline } from '../../charts/timeline.tsx'
import { useAgingNow } from '../../lib/clock.ts'
import { performKey } from '../../ui/perform.ts'
import { shiftNames } from '../../ui/shifts.ts'
import { ContactStrip } from './detail-contact.tsx'
import { ExcessiveStrip, ReasonStrip } from './detail-reasons.tsx'
import { SpanTip, segmentWords, summary } from './words.tsx'

interface UtilizationDetailProps {
  /** Intervals of status that overlap the period, ascending. */
  intervals: readonly Segment[]
  shifts: readonly ShiftSpan[]
  /** Intervals outside the schedule. */
  unscheduled: readonly Window[]
  /** Ids of the excessive stops, which get a line under them. */
  excessive: ReadonlySet<number>
  /** Intervals in which the device had contact; undefined: the strip of contact is not shown. */
  contact: readonly Window[] | undefined
  window: Window
  zone: string
  /** Name of the period, such as `This week`. */
  periodName: string
  /** Interval whose details are shown below the timeline; undefined: the newest is current for the keyboard. */
  chosen: Segment | undefined
  /** Called with the interval that was clicked or reached with the keyboard; undefined: none (Escape). */
  onChoose: (interval: Segment | undefined) => void
  onZoom: (window: Window) => void
}

const STRIP_PX = 8
const HEIGHT_PX = 34

/**
 * Timeline of status of a machine with its shifts, reasons, excessive stops and contact. A click or the arrow keys call
 * `onChoose` with an interval (Escape with undefined); a drag calls `onZoom` with the range.
 */
export function UtilizationDetail(props: UtilizationDetailProps) {
  const { intervals, window, zone, periodName, chosen, onChoose, onZoom } = props
  const now = useAgingNow()
  const shown = intervals.filter((interval) => touches(interval, window))
  const index = chosen === undefined ? shown.length - 1 : shown.findIndex(({ from }) => from === chosen.from)
  const current = shown[index]
  const shifts = props.shifts.filter(({ shift }) => shift !== 0)
  const go = (to: number): void => onChoose(shown[Math.min(shown.length - 1, Math.max(0, to))])
  const ways: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(index - 1),
    ArrowRight: () => go(index + 1),
    Home: () => go(0),
    End: () => go(shown.length - 1),
    Enter: () => onChoose(current),
    Escape: () => onChoose(undefined),
  }
  return (
    <div className="detail">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Interval of the status timeline"
        aria-valuemin={0}
        aria-valuemax={Math.max(1, shown.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={current ? segmentWords(current, now, props) : 'no data'}
        onKeyDown={(event) => performKey(event, ways[event.key])}
      >
        <Timeline
          spans={intervals}
          shifts={shifts.length === 0 ? undefined : shifts}
          unscheduled={props.unscheduled}
          window={window}
          height={shifts.length === 0 ? HEIGHT_PX : HEIGHT_PX + STRIP_PX}
          label={summary(intervals, window, periodName, props.unscheduled)}
          tip={(interval, at) => (
            <DetailTip
              interval={interval}
              at={at}
              now={now}
              zone={zone}
              shifts={shifts}
              unscheduled={props.unscheduled}
            />
          )}
          onChoose={onChoose}
          onZoom={onZoom}
          marked={chosen}
        />
      </div>
      <ExcessiveStrip
        intervals={shown.filter(({ id }) => id !== undefined && props.excessive.has(id))}
        window={window}
      />
      <ReasonStrip intervals={shown} window={window} onChoose={onChoose} />
      {props.contact !== undefined && <ContactStrip contact={props.contact} window={window} now={now} />}
      <TimeAxis window={window} zone={zone} />
    </div>
  )
}

interface DetailTipProps {
  interval: Segment | undefined
  at: number
  now: number
  zone: string
  shifts: readonly ShiftSpan[]
  unscheduled: readonly Window[]
}

function DetailTip({ interval, at, now, zone, shifts, unscheduled }: DetailTipProps) {
  const shift = spanAt(
    shifts.map((span) => ({ ...span, status: span.shift })),
    at,
  )
  return (
    <>
      <SpanTip span={interval} at={at} now={now} zone={zone} unscheduled={unscheduled} />
      {shift !== undefined && <div className="muted">{shiftNames[shift.shift]}</div>}
    </>
  )
}
