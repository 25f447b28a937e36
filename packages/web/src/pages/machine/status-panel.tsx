import { without } from '@millwatch/domain/time'
import { useMemo, useRef } from 'react'
import type { Segment } from '../../charts/segment.ts'
import { touches, type Window } from '../../charts/span.ts'
import { UtilizationDetail } from '../../features/status/detail.tsx'
import { IntervalTable } from '../../features/status/detail-table.tsx'
import { Legend } from '../../features/status/legend.tsx'
import { ShiftLegend } from '../../features/status/shift-legend.tsx'
import { IntervalDetail } from '../../features/stops/interval-detail.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { Choice } from '../../ui/choice.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { partsOfInterval } from '../parts-of-interval.tsx'
import type { MachineData } from './machine-data.ts'
import { NoDataNotice } from './no-data-notice.tsx'
import { StatusExport } from './status-export.tsx'

interface StatusPanelProps {
  machine: Pick<Equipment, 'id' | 'name' | 'device_uuid' | 'last_ping_at'>
  /** Data of the period; undefined while it loads. */
  data: MachineData | undefined
  window: Window
  zone: string
  /** Name of the period as part of a sentence, such as `past week`. */
  periodName: string
  /** True if the timeline also shows the times at which the device was in contact. */
  showContact: boolean
  /** Ids of the excessive stops. */
  excessive: ReadonlySet<number>
  onZoom: (window: Window) => void
  onChanged: () => void
}

/**
 * Height of the timeline with shifts and excessive stops. It has this height also while it loads, and if there are none of them,
 * so that the stop below stays in its place.
 */
const CHART_PX = 74

const views = [
  { name: 'chart', words: 'Chart' },
  { name: 'table', words: 'Table' },
] as const

/**
 * Returns the interval to show in detail: that whose id is `stop` in the address (`isChosen` is then true), else the newest that
 * began before the end of the period. `drawn` is undefined if the data does not have it. `open` writes the id of an interval to
 * the address; undefined removes it, and an interval without id changes nothing.
 */
function useOpenInterval(data: MachineData | undefined, window: Window) {
  const [idText, setIdText] = useInAddress('stop')
  const id = idText !== null && /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : undefined
  const intervals = data?.intervals ?? []
  const newest = intervals.findLast(({ from }) => from < window.to)
  const drawn = id === undefined ? newest : intervals.find((interval) => interval.id === id)
  const open = (interval: Segment | undefined): void => {
    if (interval === undefined) setIdText(undefined)
    else if (interval.id !== undefined) setIdText(String(interval.id))
  }
  return { isChosen: id !== undefined, id: id ?? newest?.id, drawn, open }
}

/**
 * Panel with the status of a machine over the period, as timeline or table, and the details of one interval: that in the
 * address, else the newest.
 */
export function StatusPanel(props: StatusPanelProps) {
  const { machine, data, window, zone, periodName, onZoom } = props
  const [view, setView] = useChoiceInAddress('detail', ['chart', 'table'])
  const { isChosen, id, drawn, open } = useOpenInterval(data, window)
  const inWindow = useMemo(() => data?.intervals.filter((interval) => touches(interval, window)) ?? [], [data, window])
  const unscheduled = useMemo(
    () => (data === undefined ? [] : without([{ from: window.from, to: Math.min(window.to, data.asOf) }], data.shifts)),
    [data, window],
  )
  const picture = useRef<HTMLDivElement>(null)
  return (
    <Panel
      title={`Status, ${periodName}`}
      aside={
        <>
          <Choice label="Show as" options={views} chosen={view} onChoose={setView} />
          {data !== undefined && (
            <StatusExport
              machine={machine}
              intervals={inWindow}
              window={window}
              zone={zone}
              picture={view === 'table' ? undefined : picture}
            />
          )}
        </>
      }
    >
      <div className="wrap wide note spaced">
        {data !== undefined && <ShiftLegend shifts={data.shifts} window={window} />}
        <Legend />
      </div>
      {data === undefined ? (
        <Skeleton height={CHART_PX} />
      ) : view === 'table' ? (
        <IntervalTable intervals={inWindow} scheduled={data.shifts} zone={zone} chosen={drawn} onChoose={open} />
      ) : (
        <div ref={picture} style={{ minHeight: CHART_PX }}>
          <UtilizationDetail
            intervals={data.intervals}
            shifts={data.shifts}
            unscheduled={unscheduled}
            excessive={props.excessive}
            contact={props.showContact ? data.contact : undefined}
            window={window}
            zone={zone}
            periodName={periodName}
            chosen={isChosen ? drawn : undefined}
            onChoose={open}
            onZoom={onZoom}
          />
        </div>
      )}
      {data !== undefined && drawn === undefined && !isChosen ? (
        <NoDataNotice machine={machine} />
      ) : (
        <IntervalDetail
          machineId={machine.id}
          machineName={machine.name}
          drawn={drawn}
          id={id}
          zone={zone}
          onChanged={props.onChanged}
          partsOf={partsOfInterval}
          onClose={isChosen ? () => open(undefined) : undefined}
        />
      )}
    </Panel>
  )
}
