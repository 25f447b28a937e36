import './status-chart.css'
import { useQuery } from '@tanstack/react-query'
import type { Segment } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { Timeline } from '../../charts/timeline.tsx'
import { useNow } from '../../lib/clock.ts'
import { useZoomTo } from '../../scope/use-zoom.ts'
import { type PreviewKind, previewQuery } from './previews.ts'
import { useOpen } from './use-open.ts'
import { SpanTip, summary } from './words.tsx'

/** Width that is requested, px. It is wider than a tile, so that neighbouring stops are not merged. */
const WIDTH = 1024

interface StatusChartProps {
  machine: { id: number; name: string }
  kind: PreviewKind
  window: Window
  zone: string
}

const nothing: Segment[] = []

/**
 * Timeline of status of one machine with shifts and reasons, for its tile. It loads its data itself, and drops them when it is
 * removed. A click opens the machine's page with the clicked interval, except on a kiosk display; a drag zooms the period.
 */
export function StatusChart({ machine, kind, window, zone }: StatusChartProps) {
  const { open } = useOpen(machine.id)
  const wanted = { ...kind, width: WIDTH, detail: true }
  const { data, isError } = useQuery({ ...previewQuery(machine.id, wanted), gcTime: 0 })
  const zoomTo = useZoomTo(kind.zone)
  const minute = useNow(60_000)
  const segments = data?.segments ?? nothing
  if (isError && data === undefined) return <p className="note">The status could not be read. It is tried again.</p>
  if (data === undefined) return <div className="timeline-skeleton chart-skeleton" />
  return (
    <div className="status-chart">
      <Timeline
        spans={segments}
        shifts={data.shifts}
        unscheduled={data.unscheduled}
        window={window}
        height={26}
        label={summary(segments, window, `${machine.name}, status`, data.unscheduled)}
        tip={(span, at) => <SpanTip span={span} at={at} now={minute} zone={zone} unscheduled={data.unscheduled} />}
        onChoose={open}
        onZoom={zoomTo}
      />
      <TimeAxis window={window} zone={zone} />
    </div>
  )
}
