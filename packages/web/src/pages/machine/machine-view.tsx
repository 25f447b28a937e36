import { DEFAULT_MAXIMUM_CYCLE_MS, OFFLINE_LIMIT_MS } from '@millwatch/domain/status'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { noData, type Span } from '../../charts/span.ts'
import { DevicePanel } from '../../features/devices/device-panel.tsx'
import { userQuery } from '../../features/identity/queries.ts'
import { machineTimelineQuery } from '../../features/status/queries.ts'
import { StatusPanel } from '../../features/status/status-panel.tsx'
import { type Kind, KindChoice } from '../../features/telemetry/kind-choice.tsx'
import { rawDataQuery } from '../../features/telemetry/queries.ts'
import { cycleTimes, temperatures } from '../../features/telemetry/series.ts'
import { SeriesPanel } from '../../features/telemetry/series-panel.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { MachineFigures } from './figures.tsx'
import { MachineHead } from './head.tsx'
import { useWindow } from './use-window.ts'
import { ZoomBar } from './zoom-bar.tsx'

const nothing: Span[] = []

export function MachineView({ machine }: { machine: Equipment }) {
  const { data: spans = nothing, isSuccess } = useQuery(machineTimelineQuery(machine.id))
  const { data: user } = useQuery({ ...userQuery, enabled: !useIsDisplay() })
  const { data: rows } = useQuery(rawDataQuery(machine.id))
  const [kind, setKind] = useState<Kind>('line')
  const { window, what, zoomed, ...zoom } = useWindow(machine.actual_timezone)
  useKeys({
    '[': () => zoom.pan(-1),
    ']': () => zoom.pan(1),
    '+': zoom.nearer,
    '=': zoom.nearer,
    '-': zoom.wider,
    '0': zoom.reset,
  })
  const gaps = useMemo(() => (isSuccess ? noData(spans, window) : []), [spans, window, isSuccess])
  const cycles = useMemo(() => rows && cycleTimes(rows), [rows])
  const warmth = useMemo(() => rows && temperatures(rows), [rows])
  const zone = machine.actual_timezone
  // The longest pace still drawn as one line.
  const gapMs = Math.max((machine.maximum_allowed_cycle_time ?? 0) * 1000, DEFAULT_MAXIMUM_CYCLE_MS)
  const shared = { window, gaps, gapMs, zone, onZoom: zoom.zoomTo }
  return (
    <div className="page">
      <MachineHead machine={machine} />
      <MachineFigures machine={machine} cycles={cycles} warmth={warmth} window={window} />
      <StatusPanel
        spans={spans}
        window={window}
        zone={zone}
        what={what}
        onZoom={zoom.zoomTo}
        note={zoomed && <ZoomBar what={what} {...zoom} />}
      />
      <SeriesPanel
        {...shared}
        title="Cycle time"
        unit="s"
        colour="cycle-time"
        series={cycles}
        kind={kind}
        height={200}
        aside={<KindChoice kind={kind} onChange={setKind} />}
        empty="No cycle with a time of its own in this time."
      />
      <SeriesPanel
        {...shared}
        title="Temperature"
        unit="°C"
        colour="temperature"
        series={warmth}
        height={140}
        gapMs={Math.max(gapMs, OFFLINE_LIMIT_MS)}
        empty="No temperature was sent in this time."
      />
      <DevicePanel
        machineId={machine.id}
        devices={machine.Devices}
        mayRelease={user?.is_admin === true}
        asOf={Date.parse(machine.as_of)}
        zone={zone}
      />
    </div>
  )
}
