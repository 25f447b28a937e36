import { ignoreStop } from '@millwatch/contract/other-operations'
import { type StopCount, sumStops } from '@millwatch/domain/stops'
import { dataPct } from '@millwatch/domain/utilization'
import type { Downtime, DowntimeStop } from '../../features/stops/downtime.ts'
import type { Figures } from '../../features/utilization/types.ts'
import { briefDuration, count, hours, NONE, percent } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { How } from '../../ui/how.tsx'
import { Figure } from '../../ui/panel.tsx'
import { Explanation } from './explanation.tsx'
import { isUnexplained } from './shown-stops.ts'

interface DowntimeFiguresProps {
  /** Stops of the report; undefined while it loads, and when it could not be read. */
  downtime: Downtime | undefined
  figures: Figures | undefined
  /** True: the figures are of all machines of the report. */
  isWhole: boolean
  zone: string
  /** Shows the stops without a reason in the list. */
  onUnexplained: () => void
}

const sumOf = (stops: readonly DowntimeStop[]): StopCount =>
  sumStops(stops.map(({ scheduledMs }) => ({ stops: 1, ms: scheduledMs })))

const stopsWord = (stops: number): string => (stops === 1 ? 'stop' : 'stops')

/** Panel with the sums of the report: hours and their share of scheduled time, stops, those without a reason, the longest. */
export function DowntimeFigures({ downtime, figures, isWhole, zone, onUnexplained }: DowntimeFiguresProps) {
  const may = useMay()
  const stops = downtime?.stops ?? []
  const counted = stops.filter(({ isIgnored }) => !isIgnored)
  const [all, ignored, unexplained] = [
    sumOf(counted),
    sumOf(stops.filter(({ isIgnored }) => isIgnored)),
    sumOf(stops.filter(isUnexplained)),
  ]
  const longest = counted.reduce<DowntimeStop | undefined>(
    (most, stop) => (most === undefined || stop.scheduledMs > most.scheduledMs ? stop : most),
    undefined,
  )
  const isKnown = downtime !== undefined
  const scheduledS = figures?.scheduled_s
  const share = figures === undefined ? null : shareOf(all.ms / 1000, figures, isWhole)
  return (
    <section className="panel" aria-label="Sums of the report">
      <dl className="stack figure-list report-figures">
        <Figure
          label="Excessive downtime"
          value={
            isKnown ? (
              <>
                <span data-testid="downtime-hours">{hours(all.ms / 1000)}</span> <small className="note">h</small>
              </>
            ) : (
              NONE
            )
          }
          note={
            <>
              {scheduledS === undefined || !isKnown
                ? ' '
                : scheduledS === 0
                  ? 'nothing scheduled in this period '
                  : `${share === null ? '' : `${percent(share)} of `}${hours(scheduledS)} scheduled h `}
              {downtime !== undefined && (
                <How name="excessive downtime">
                  <Explanation
                    downtime={downtime}
                    figures={figures}
                    share={share}
                    zone={zone}
                    seesIgnored={may(ignoreStop)}
                  />
                </How>
              )}
            </>
          }
        />
        <Figure
          label="Stops"
          value={isKnown ? count(all.stops) : NONE}
          note={isKnown ? `${count(counted.filter(({ endedAt }) => endedAt === null).length)} still down` : ' '}
        />
        <Figure
          label="Without a reason"
          value={isKnown ? <Counted sum={unexplained} /> : NONE}
          note={
            !isKnown ? (
              ' '
            ) : unexplained.stops === 0 ? (
              'every stop has a reason'
            ) : (
              <button type="button" className="link-button" onClick={onUnexplained}>
                Show these
              </button>
            )
          }
        />
        <Figure
          label="Longest"
          value={longest === undefined ? NONE : briefDuration(longest.scheduledMs)}
          note={
            longest === undefined ? (
              ' '
            ) : (
              <span className="cut block">
                <bdi>
                  {longest.machine.name} · {longest.reason?.name ?? 'No reason'}
                </bdi>
              </span>
            )
          }
        />
        {may(ignoreStop) && (
          <Figure label="Ignored" value={isKnown ? <Counted sum={ignored} /> : NONE} note="left out of the sums" />
        )}
        <Figure
          label="Data"
          value={<span data-testid="data-share">{dataWords(figures)}</span>}
          note="of scheduled time"
        />
      </dl>
    </section>
  )
}

/**
 * Returns excessive downtime (seconds) as a share of scheduled time, in percent. Null where they are not of the same time:
 * without scheduled time, when figures leave machines out (`isWhole` false), or when stops reach far out of the period.
 */
function shareOf(seconds: number, { scheduled_s: scheduledS }: Figures, isWhole: boolean): number | null {
  return isWhole && scheduledS > 0 && seconds <= scheduledS ? (100 * seconds) / scheduledS : null
}

/**
 * Returns the share of scheduled time with data in percent, as text. A share below 100 % never reads 100; a dash without figures
 * or scheduled time.
 */
function dataWords(figures: Figures | undefined): string {
  if (figures === undefined || figures.scheduled_s === 0) return NONE
  const { scheduled_s: scheduledS, explained } = figures
  const share = dataPct({ scheduledMs: scheduledS, offlineScheduledMs: explained.offline_scheduled_s }) ?? 100
  return percent(share < 100 ? Math.min(share, 99.99) : share)
}

function Counted({ sum }: { sum: StopCount }) {
  return (
    <>
      {count(sum.stops)}{' '}
      <small className="note">
        {stopsWord(sum.stops)} · {hours(sum.ms / 1000)} h
      </small>
    </>
  )
}
