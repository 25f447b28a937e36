import { addScrap, endRun, startRun } from '@millwatch/contract/http/runs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { SharedCrosshair } from '../../charts/crosshair.tsx'
import type { ShiftSpan } from '../../charts/segment.ts'
import { noData } from '../../charts/span.ts'
import { useRunEndedLive } from '../../features/runs/live.ts'
import { Charts } from '../../features/telemetry/charts.tsx'
import { companyQuery, equipmentKey } from '../../features/tree/queries.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { useMay } from '../../scope/rights.ts'
import { usePeriod, useScope, useZoomTo } from '../../scope/scope.ts'
import { Button } from '../../ui/button.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { MachineFigures } from './figures.tsx'
import { MachineHead } from './head.tsx'
import { machineDataKey } from './machine-data.ts'
import { MachineRunDialog } from './machine-run-dialog.tsx'
import { StatusPanel } from './status-panel.tsx'
import { StopsPanel } from './stops-panel.tsx'
import { useExcessiveInTime } from './use-excessive.ts'
import { useExcessiveStops } from './use-excessive-stops.ts'
import { useMachineData } from './use-machine-data.ts'
import { UtilizationGroups } from './utilization-groups.tsx'

const none: ShiftSpan[] = []
/** Media query for a phone, on which the status of the machine is above its figures. */
const PHONE = '(width < 640px)'

/** Content of the machine page over the period of the scope; it loads the data of the period by itself. */
export function MachineView({ machine }: { machine: Equipment }) {
  const client = useQueryClient()
  const may = useMay()
  const isDisplay = useIsDisplay()
  const { data: countsScrap = false } = useQuery({
    ...companyQuery,
    enabled: !isDisplay,
    select: ({ config }) => config.scrap_enabled,
  })
  const [isRunOpen, setRunOpen] = useState(false)
  const period = usePeriod(machine.actual_timezone)
  const isPhone = useMedia(PHONE)
  const zoomTo = useZoomTo(machine.actual_timezone)
  const { type, showDeviceCommDetail, showSplitUtilChart } = useScope()
  const { data, isPlaceholderData, error, refetch } = useMachineData(machine)
  useRunEndedLive(machine.id, machine.current_run)
  useExcessiveInTime(machine)
  const excessive = useExcessiveStops(machine)
  const { from, to, zone } = period
  const window = useMemo(() => ({ from, to }), [from, to])
  const gaps = useMemo(() => (data === undefined ? [] : noData(data.intervals, window)), [data, window])
  // `past week` inside a sentence; names of days and months keep their capitals.
  const periodName = type === 'relative' && period.shiftNote === undefined ? period.label.toLowerCase() : period.label
  const readMachine = () => client.invalidateQueries({ queryKey: equipmentKey(machine.id) })
  const readAll = (): void => {
    void readMachine()
    void client.invalidateQueries({ queryKey: machineDataKey(machine.id) })
  }
  const figures = (
    <MachineFigures
      key="figures"
      machine={machine}
      data={data}
      periodName={periodName}
      zone={zone}
      onScrap={isDisplay && may(addScrap) ? readMachine : undefined}
    />
  )
  const status = (
    <StatusPanel
      key="status"
      machine={machine}
      data={data}
      window={window}
      zone={zone}
      periodName={periodName}
      showContact={showDeviceCommDetail}
      excessive={excessive}
      onZoom={zoomTo}
      onChanged={readAll}
    />
  )
  return (
    <div className="stack page">
      <MachineHead
        machine={machine}
        onRun={may(machine.current_run === null ? startRun : endRun) ? () => setRunOpen(true) : undefined}
      />
      {error !== null && <NotRead words={error.message} onRetry={() => void refetch()} />}
      <SharedCrosshair>
        <div className="stack machine-period" data-stale={isPlaceholderData}>
          {isPhone ? [status, figures] : [figures, status]}
          {data !== undefined && (
            <StopsPanel
              machineId={machine.id}
              data={data}
              window={window}
              zone={zone}
              periodName={periodName}
              excessive={excessive}
              onChanged={readAll}
            />
          )}
          <UtilizationGroups data={data} name={machine.name} zone={zone} split={showSplitUtilChart} onZoom={zoomTo} />
          <Charts
            machine={machine}
            data={data?.series}
            period={window}
            zone={zone}
            shifts={data?.shifts ?? none}
            gaps={gaps}
            onZoom={zoomTo}
          />
        </div>
      </SharedCrosshair>
      {isRunOpen && (
        <MachineRunDialog
          machineId={machine.id}
          current={machine.current_run}
          scrapEnabled={countsScrap}
          onChanged={readMachine}
          onClose={() => setRunOpen(false)}
        />
      )}
    </div>
  )
}

/** Notice that the period could not be loaded; the older data stays below. */
function NotRead({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <div className="muted row box callout" role="alert">
      <span>The period could not be read: {words}. What is shown is as it was read before.</span>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
