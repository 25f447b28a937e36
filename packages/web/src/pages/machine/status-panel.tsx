import { useMemo } from 'react'
import type { Piece } from '../../charts/piece.ts'
import { touches, type Window } from '../../charts/span.ts'
import { UtilizationDetail } from '../../features/status/detail.tsx'
import { stretchesCsv, stretchRows } from '../../features/status/detail-export.ts'
import { StretchTable } from '../../features/status/detail-table.tsx'
import { Legend } from '../../features/status/legend.tsx'
import { ShiftLegend } from '../../features/status/shift-legend.tsx'
import { StretchDetail } from '../../features/stops/stretch-detail.tsx'
import type { StopRights } from '../../features/stops/use-writing.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { now } from '../../lib/clock.ts'
import { saveRows } from '../../lib/download.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { Choice } from '../../ui/choice.tsx'
import { ExportButton, tableForms } from '../../ui/export-button.tsx'
import { Bone } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { MachineData } from './machine-data.ts'
import { NothingHeard } from './nothing-heard.tsx'

interface StatusPanelProps {
  machine: Pick<Equipment, 'id' | 'name' | 'device_uuid' | 'last_ping_at'>
  /** Undefined while the period is being read. */
  data: MachineData | undefined
  window: Window
  zone: string
  /** What the period is called. */
  what: string
  /** Shows when the device was in contact. */
  showContact: boolean
  rights: StopRights
  onZoom: (window: Window) => void
  onChanged: () => void
}

const views = [
  { name: 'chart', words: 'Chart' },
  { name: 'table', words: 'Table' },
] as const

/** The stretch that is open: the one of the address, which may lie outside the period; else the newest of it. */
function useOpenStretch(data: MachineData | undefined, window: Window) {
  const [said, setSaid] = useInAddress('stop')
  const id = said !== null && /^[1-9]\d{0,14}$/.test(said) ? Number(said) : undefined
  const stretches = data?.stretches ?? []
  const newest = stretches.findLast(({ from }) => from < window.to)
  const drawn = id === undefined ? newest : stretches.find((one) => one.id === id)
  const open = (stretch: Piece | undefined): void => {
    if (stretch === undefined) setSaid(undefined)
    else if (stretch.id !== undefined) setSaid(String(stretch.id))
  }
  return { isChosen: id !== undefined, id: id ?? newest?.id, drawn, open }
}

/** What a machine did over the period: its stretches of status, and the one that is open in the row below them. */
export function StatusPanel(props: StatusPanelProps) {
  const { machine, data, window, zone, what, onZoom } = props
  const [view, setView] = useChoiceInAddress('detail', ['chart', 'table'])
  const { isChosen, id, drawn, open } = useOpenStretch(data, window)
  const inWindow = useMemo(() => data?.stretches.filter((stretch) => touches(stretch, window)) ?? [], [data, window])
  const save = (extension: 'csv' | 'json'): void =>
    saveRows(
      { entity: machine.name, ...window, zone, what: 'status', extension },
      stretchRows(inWindow, now()),
      stretchesCsv,
    )
  return (
    <Panel
      title={`Status, ${what}`}
      aside={
        <>
          {data !== undefined && <ShiftLegend shifts={data.shifts} window={window} />}
          <Legend />
          <Choice label="Show as" options={views} chosen={view} onChoose={setView} />
          {view === 'table' && data !== undefined && <ExportButton forms={tableForms} onExport={save} />}
        </>
      }
    >
      {data === undefined ? (
        <Bone height={66} />
      ) : view === 'table' ? (
        <StretchTable stretches={inWindow} zone={zone} chosen={drawn} onChoose={open} />
      ) : (
        <UtilizationDetail
          stretches={data.stretches}
          shifts={data.shifts}
          contact={props.showContact ? data.contact : undefined}
          window={window}
          zone={zone}
          what={what}
          chosen={isChosen ? drawn : undefined}
          onChoose={open}
          onZoom={onZoom}
        />
      )}
      {data !== undefined && drawn === undefined && !isChosen ? (
        <NothingHeard machine={machine} />
      ) : (
        <StretchDetail
          machineId={machine.id}
          drawn={drawn}
          id={id}
          zone={zone}
          rights={props.rights}
          onChanged={props.onChanged}
          onClose={isChosen ? () => open(undefined) : undefined}
        />
      )}
    </Panel>
  )
}
