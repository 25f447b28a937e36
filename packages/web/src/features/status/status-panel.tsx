import './status-panel.css'
import { useState } from 'react'
import { type Span, spanAt, type Window } from '../../charts/span.ts'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { Timeline } from '../../charts/timeline.tsx'
import { useNow } from '../../lib/clock.ts'
import { Panel } from '../../ui/panel.tsx'
import { statusKey, statusText } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { Legend } from './legend.tsx'
import { SpanTip, spanWords, summary } from './words.tsx'

interface StatusPanelProps {
  spans: Span[]
  window: Window
  zone: string
  /** `last 24 hours`, or the part of them on screen. */
  what: string
  onZoom: (window: Window) => void
  /** Beside the title. */
  note?: React.ReactNode
}

/** The piece someone looks at: the one chosen, else the newest of the window. */
function useChosen(spans: Span[], window: Window) {
  const [from, setFrom] = useState<number>()
  const chosen = from === undefined ? undefined : spans.find((span) => span.from === from)
  const shown = chosen ?? spanAt(spans, window.to - 1) ?? spans.at(-1)
  const choose = (span: Span | undefined): void => setFrom(span === spans.at(-1) ? undefined : span?.from)
  return { chosen, shown, choose }
}

const touches = (span: Span, window: Window): boolean => span.from < window.to && (span.to ?? window.to) > window.from

/** The status timeline; arrow keys or a click choose a piece, which is told in the row below. */
export function StatusPanel({ spans, window, zone, what, onZoom, note }: StatusPanelProps) {
  const now = useNow()
  const { chosen, shown, choose } = useChosen(spans, window)
  const pieces = spans.filter((span) => touches(span, window))
  const index = shown === undefined ? -1 : pieces.indexOf(shown)
  const words = shown && spanWords(shown, now, zone)
  const step = (by: number): void => choose(pieces[Math.min(pieces.length - 1, Math.max(0, index + by))])
  return (
    <Panel title={`Status, ${what}`} note={note} aside={<Legend />}>
      <div
        role="slider"
        tabIndex={0}
        className="status-slider"
        aria-label="Piece of the status timeline"
        aria-valuemin={0}
        aria-valuemax={Math.max(1, pieces.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={
          shown && words ? `${statusText[statusKey(shown.status)]}, ${words.times}, ${words.length}` : 'no data'
        }
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') step(-1)
          else if (event.key === 'ArrowRight') step(1)
          else return
          event.preventDefault()
        }}
      >
        <Timeline
          spans={spans}
          window={window}
          height={34}
          label={summary(spans, window, what)}
          tip={(span, at) => <SpanTip span={span} at={at} now={now} zone={zone} />}
          onChoose={choose}
          onZoom={onZoom}
          marked={chosen}
        />
      </div>
      <div className="status-axis">
        <TimeAxis window={window} zone={zone} />
      </div>
      <div className="status-row" data-testid="status-row">
        {shown === undefined || words === undefined ? (
          <span className="status-row-second">Nothing was heard of this machine in this time.</span>
        ) : (
          <>
            <StatusTag status={statusKey(shown.status)} />
            <span>{words.times}</span>
            <b>{words.length}</b>
            {shown.to === null && <span className="status-row-second">still going on</span>}
          </>
        )}
      </div>
    </Panel>
  )
}
