import './detail.css'
import type { Piece, ShiftSpan } from '../../charts/piece.ts'
import { spanAt, touches, type Window } from '../../charts/span.ts'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { Timeline } from '../../charts/timeline.tsx'
import { useNow } from '../../lib/clock.ts'
import { shiftNames } from '../../ui/shifts.ts'
import { statusKey, statusText } from '../../ui/status.ts'
import { ContactStrip } from './detail-contact.tsx'
import { ReasonStrip } from './detail-reasons.tsx'
import { SpanTip, spanWords, summary } from './words.tsx'

interface UtilizationDetailProps {
  /** The stretches of status that touch the period, in time order. */
  stretches: readonly Piece[]
  shifts: readonly ShiftSpan[]
  /** Stretches of contact of the device; undefined: not shown. */
  contact: readonly Window[] | undefined
  window: Window
  zone: string
  /** What the period is called: `This week`. */
  what: string
  /** The one that is told below. */
  chosen: Piece | undefined
  /** Called with the one that was clicked or reached by arrow keys. */
  onChoose: (stretch: Piece | undefined) => void
  onZoom: (window: Window) => void
}

const STRIP_PX = 8
const HEIGHT_PX = 34

/** The stretches of status of a machine under its shifts; a click or the arrow keys choose one, dragging zooms. */
export function UtilizationDetail(props: UtilizationDetailProps) {
  const { stretches, window, zone, what, chosen, onChoose, onZoom } = props
  const now = useNow()
  const shown = stretches.filter((stretch) => touches(stretch, window))
  const index = chosen === undefined ? shown.length - 1 : shown.findIndex(({ from }) => from === chosen.from)
  const told = shown[index]
  const words = told && spanWords(told, now, zone)
  const shifts = props.shifts.filter(({ shift }) => shift !== 0)
  const go = (to: number): void => onChoose(shown[Math.min(shown.length - 1, Math.max(0, to))])
  const ways: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(index - 1),
    ArrowRight: () => go(index + 1),
    Home: () => go(0),
    End: () => go(shown.length - 1),
    Enter: () => onChoose(told),
    Escape: () => onChoose(undefined),
  }
  return (
    <div className="detail">
      <div
        role="slider"
        tabIndex={0}
        className="detail-slider"
        aria-label="Stretch of the status timeline"
        aria-valuemin={0}
        aria-valuemax={Math.max(1, shown.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={
          told && words ? `${statusText[statusKey(told.status)]}, ${words.times}, ${words.length}` : 'no data'
        }
        onKeyDown={(event) => {
          const way = ways[event.key]
          if (way === undefined) return
          way()
          event.preventDefault()
        }}
      >
        <Timeline
          spans={stretches}
          shifts={shifts.length === 0 ? undefined : shifts}
          window={window}
          height={shifts.length === 0 ? HEIGHT_PX : HEIGHT_PX + STRIP_PX}
          label={summary(stretches, window, what)}
          tip={(stretch, at) => <DetailTip stretch={stretch} at={at} now={now} zone={zone} shifts={shifts} />}
          onChoose={onChoose}
          onZoom={onZoom}
          marked={chosen}
        />
      </div>
      <ReasonStrip stretches={shown} window={window} onChoose={onChoose} />
      {props.contact !== undefined && <ContactStrip contact={props.contact} window={window} now={now} />}
      <TimeAxis window={window} zone={zone} />
    </div>
  )
}

interface DetailTipProps {
  stretch: Piece | undefined
  at: number
  now: number
  zone: string
  shifts: readonly ShiftSpan[]
}

function DetailTip({ stretch, at, now, zone, shifts }: DetailTipProps) {
  const shift = spanAt(
    shifts.map((one) => ({ ...one, status: one.shift })),
    at,
  )
  return (
    <>
      <SpanTip span={stretch} at={at} now={now} zone={zone} />
      {shift !== undefined && <div className="tip-second">{shiftNames[shift.shift]}</div>}
    </>
  )
}
