import './stops-panel.css'
import { stopsIn, stopTotals, sumStops } from '@millwatch/domain/stops'
import { joined, type Range } from '@millwatch/domain/time'
import { useMemo } from 'react'
import { count, hours } from '../../lib/format.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { Panel } from '../../ui/panel.tsx'
import type { MachineData, Stop } from './machine-data.ts'
import { StopBars } from './stop-bars.tsx'
import { StopsTable } from './stops-table.tsx'

interface StopsPanelProps {
  machineId: number
  data: MachineData
  window: Range
  zone: string
  /** Name of the period as part of a sentence, such as `past week`. */
  periodName: string
  /** Ids of the excessive stops. */
  excessive: ReadonlySet<number>
  onChanged: () => void
}

/** Value of `reason` in the address for stops without a reason; for other stops the value is the name of the reason. */
const WITHOUT = '-'

const keyOf = ({ interval }: Stop): string => interval.reason ?? WITHOUT

/**
 * Panel with the stops of a machine in the period, the longest scheduled part first, each with its reason, and a bar for each
 * reason.
 */
export function StopsPanel({ machineId, data, window, zone, periodName, excessive, onChanged }: StopsPanelProps) {
  const [chosen, choose] = useInAddress('reason')
  const stops = useStops(data, window)
  const totals = useMemo(
    () =>
      stopTotals(
        stops.map((stop) => ({ stop, stops: 1, ms: stop.scheduledMs })),
        ({ stop }) => keyOf(stop),
      ).map(({ key, ...total }) => ({ ...total, key, name: key === WITHOUT ? null : key })),
    [stops],
  )
  const open = stops.filter((stop) => isOpen(stop, excessive))
  const isOpenOnly = chosen === OPEN
  const shown = isOpenOnly ? open : stops.filter((stop) => chosen === null || keyOf(stop) === chosen)
  const toggle = (key: string): void => choose(chosen === key ? undefined : key)
  if (stops.length === 0)
    return (
      <Panel title={`Stops, ${periodName}`}>
        <p className="muted">The machine did not stop in this period</p>
      </Panel>
    )
  const whole = sumStops(totals)
  return (
    <Panel
      title={`Stops, ${periodName}`}
      note={`${count(stops.length)} ${stops.length === 1 ? 'stop' : 'stops'}, ${hours(whole.ms / 1000)} h of scheduled time`}
      aside={
        open.length > 0 && (
          <button
            type="button"
            className="box hoverable one-line toggle compact"
            aria-pressed={isOpenOnly}
            onClick={() => toggle(OPEN)}
          >
            {count(open.length)} excessive without a reason
          </button>
        )
      }
    >
      <div className="stack machine-stops">
        <StopBars totals={totals} chosen={chosen} onChoose={toggle} />
        <StopsTable
          machineId={machineId}
          key={chosen}
          stops={shown}
          excessive={excessive}
          zone={zone}
          now={data.asOf}
          onChanged={onChanged}
        />
      </div>
    </Panel>
  )
}

/** Value of `reason` in the address for excessive stops without a reason. */
const OPEN = '!'

const isOpen = ({ interval }: Stop, excessive: ReadonlySet<number>): boolean =>
  interval.reason === undefined && interval.id !== undefined && excessive.has(interval.id)

function useStops(data: MachineData, window: Range): Stop[] {
  return useMemo(() => {
    const period = { from: window.from, to: Math.min(window.to, data.asOf) }
    return stopsIn(data.intervals, joined(data.shifts), period)
  }, [data, window])
}
