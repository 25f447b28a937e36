import { type LostDate, lostByDate, lostMsOf, lostSum, type Shift } from '@millwatch/domain/shifts'
import { memo, useId, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { daysOf, type LostReport, type LostRow, shiftsAhead } from '../../features/reports/lost-time.ts'
import { useNow } from '../../lib/clock.ts'
import { dayOf } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { dayIn } from '../../lib/zoned.ts'
import { usePaths } from '../../scope/links.ts'
import { rangeWords } from '../../scope/range-words.ts'
import { usePeriod, useScope } from '../../scope/scope.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { EarlierIcon, ExcessiveIcon, LaterIcon, MissingIcon, WarningIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { shiftNames, shiftWords } from '../../ui/shifts.ts'
import { useIsNarrow, useMedia } from '../../ui/use-media.ts'
import { useWidth } from '../../ui/use-size.ts'
import type { ReportPlace } from '../report-page.tsx'
import { DATES_AT_ONCE, groupAround, LostChart } from './lost-chart.tsx'
import { LostHow } from './lost-how.tsx'
import { LostTable } from './lost-table.tsx'
import { minutes } from './lost-words.ts'

interface LostViewProps {
  place: ReportPlace
  data: LostReport
  /** Rows of the shown shifts. */
  rows: readonly LostRow[]
}

/** Width of the content below which the chart has one bar per date for all shifts, px. */
const SUMMED_BELOW_PX = 860

/** Content of the report: chart of the dates, machines without shifts, and the machines of the chosen date. */
export function LostView({ place, data, rows }: LostViewProps) {
  const { shift } = useScope()
  const { zone } = usePeriod(place.zone)
  if (rows.length === 0)
    return (
      <div className="stack wide">
        <Exceptions place={place} exceptions={data.exceptions} />
        <Empty title="No lost time records found">
          {rangeWords({ from: data.from, to: data.to, isLive: false }, data.asOf, zone)}, {shiftWords[shift]}.
        </Empty>
      </div>
    )
  return <Dates place={place} data={data} rows={rows} zone={zone} />
}

function Dates({ place, data, rows, zone }: LostViewProps & { zone: string }) {
  const { shift } = useScope()
  const { asOf } = data
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const controls = useId()
  const schedule = place.unit?.schedule
  const ahead = useMemo(
    () => shiftsAhead(schedule ?? {}, zone, asOf).filter((later) => shift === 0 || later === shift),
    [schedule, zone, asOf, shift],
  )
  const today = dayIn(asOf, zone)
  // Live messages render the report again; its figures change only with its data.
  const dates = useMemo(() => lostByDate(rows, daysOf(data, zone, asOf), asOf), [rows, data, zone, asOf])
  const shifts = useMemo(
    () => [...new Set([...dates.flatMap((date) => date.shifts.map((part) => part.shift)), ...ahead])].sort(),
    [dates, ahead],
  )
  const [wanted, setWanted] = useInAddress('date')
  const chosen = chosenPlace(dates, wanted)
  const { first, end } = groupAround(chosen, dates.length)
  const { sum, machines } = useMemo(() => {
    const shown = dates.slice(first, end).flatMap((date) => date.machines.flatMap((machine) => machine.rows))
    return { sum: lostSum(shown, asOf), machines: new Set(shown.map(({ equipmentId }) => equipmentId)).size }
  }, [dates, first, end, asOf])
  const bars = width > 0 && width < SUMMED_BELOW_PX && shifts.length > 1 ? [] : shifts
  const choose = (to: number): void => setWanted(dates[Math.min(dates.length - 1, Math.max(0, to))]?.date)
  const date = dates[chosen]
  return (
    <div ref={box} className="stack wide lost-report">
      <Panel
        title="Lost minutes per date and shift"
        note={dates.length > DATES_AT_ONCE ? undefined : 'pick a date to see its shifts'}
        aside={
          <>
            <Legend shifts={bars} />
            <span className="second">
              {minutes(lostMsOf(sum))} on these dates{' '}
              <LostHow
                name="lost time of these dates"
                sum={sum}
                machines={machines}
                without={data.exceptions.length}
                of={`these dates, ${shiftWords[shift]}`}
                asOf={asOf}
                zone={zone}
              />
            </span>
            {dates.length > DATES_AT_ONCE && (
              <span className="inline tight">
                <Button icon aria-label="Ten dates earlier" disabled={first === 0} onClick={() => choose(first - 1)}>
                  <EarlierIcon />
                </Button>
                <span className="second one-line">
                  <b>
                    {first + 1} – {end}
                  </b>{' '}
                  of {dates.length} dates
                </span>
                <Button
                  icon
                  aria-label="Ten dates later"
                  disabled={end === dates.length}
                  onClick={() => choose(Math.min(end + DATES_AT_ONCE, dates.length) - 1)}
                >
                  <LaterIcon />
                </Button>
              </span>
            )}
          </>
        }
      >
        <LostChart
          dates={dates}
          chosen={chosen}
          onChoose={choose}
          shifts={bars}
          ahead={dates.at(-1)?.date === today ? ahead : []}
          controls={controls}
        />
      </Panel>
      <Exceptions place={place} exceptions={data.exceptions} />
      <div id={controls} role="tabpanel" aria-labelledby={`${controls}-${date?.date}`}>
        {date !== undefined && (
          <OfDate
            key={date.date}
            date={date}
            shifts={shifts}
            without={data.exceptions.length}
            asOf={asOf}
            zone={zone}
          />
        )}
      </div>
    </div>
  )
}

/**
 * Returns the place of the date `wanted`. If it is not there, returns the place of the latest date with shifts, and without one
 * the last place.
 */
function chosenPlace(dates: readonly LostDate[], wanted: string | null): number {
  const place = dates.findIndex(({ date }) => date === wanted)
  if (place >= 0) return place
  const latest = dates.findLastIndex(({ sum }) => sum.shifts > 0)
  return latest >= 0 ? latest : dates.length - 1
}

function Legend({ shifts }: { shifts: readonly Shift[] }) {
  return (
    <ul className="note wrap" aria-label="Legend">
      <li className="inline">
        <span className="swatch lost-key lost-part" /> late start
      </li>
      <li className="inline">
        <span className="swatch lost-key lost-early" /> early shutdown
      </li>
      {shifts.map((shift) => (
        <li key={shift} className="inline">
          <span className={`swatch swatch-bar shift-${shift}`} /> {shiftNames[shift]}
        </li>
      ))}
    </ul>
  )
}

interface OfDateProps {
  date: LostDate<LostRow>
  shifts: readonly Shift[]
  /** Number of machines without shifts in their schedule. */
  without: number
  asOf: number
  zone: string
}

/**
 * Table of the machines of a date with their lost time. In a narrow window a choice shows one shift at a time; without any shift
 * on the date, a text says so.
 */
const OfDate = memo(function OfDate({ date, shifts, without, asOf, zone }: OfDateProps) {
  const isNarrow = useIsNarrow()
  // Paper has no choice of shifts, so it shows all of them.
  const isOnPaper = useMedia('print')
  const near = useNow(60_000)
  const present = shifts.filter((shift) => date.shifts.some((part) => part.shift === shift))
  const [first = 1, ...others] = present
  const names: [string, ...string[]] = [String(first), ...others.map(String)]
  const [name, setName] = useChoiceInAddress('of', names)
  const isSingle = isNarrow && !isOnPaper && present.length > 1
  const shown = isSingle ? present.filter((shift) => String(shift) === name) : present
  const day = dayOf(Date.parse(`${date.date}T00:00:00Z`), 'UTC', near)
  const title = isSingle ? `${day}, ${shown.map((shift) => shiftNames[shift]).join()}` : day
  if (date.sum.shifts === 0)
    return (
      <Panel title={title}>
        <Empty title="No shifts">No machine had a shift that began on this date.</Empty>
      </Panel>
    )
  const rows = date.machines.flatMap((machine) => machine.rows).filter((row) => shown.includes(row.shift))
  const [only = date] = lostByDate(rows, [], asOf)
  return (
    <Panel
      title={title}
      note={
        <>
          {`${minutes(lostMsOf(only.sum))} lost${only.sum.open > 0 ? ' so far' : ''} on ${counted(only.machines.length, 'machine')}`}{' '}
          <LostHow
            name="lost time of the date"
            sum={only.sum}
            machines={only.machines.length}
            without={without}
            of={`${day}, ${shown.map((shift) => shiftNames[shift]).join(', ')}`}
            asOf={asOf}
            zone={zone}
          />
        </>
      }
      aside={
        <>
          {isSingle && (
            <Choice
              label="Shift of the table"
              options={present.map((shift) => ({ name: String(shift), words: shiftNames[shift] }))}
              chosen={name}
              onChoose={setName}
            />
          )}
          <ul className="note wrap apart" aria-label="Signs">
            <li className="inline caution">
              <WarningIcon /> late or early
            </li>
            <li className="inline alert">
              <ExcessiveIcon /> excessive
            </li>
            <li className="inline alert">
              <MissingIcon /> never ran
            </li>
          </ul>
        </>
      }
    >
      <LostTable date={only} shifts={shown} asOf={asOf} zone={zone} />
    </Panel>
  )
})

/** Warning about machines without shifts in their schedule; nothing when there are none. */
function Exceptions({ place, exceptions }: { place: ReportPlace; exceptions: LostReport['exceptions'] }) {
  const paths = usePaths()
  if (exceptions.length === 0) return null
  const unit = paths.unit(place.id)
  return (
    <section className="row panel callout" aria-label="Report has exceptions">
      <span className="caution inline">
        <WarningIcon />
      </span>
      <b>Report has exceptions</b>
      <span className="second">
        no shifts on their schedule:{' '}
        {exceptions.slice(0, MOST_NAMES).map(({ equipId, equipName }, i) => (
          <span key={equipId}>
            {i > 0 && ', '}
            <Link className="any-break" to={paths.machine(equipId)}>
              <bdi>{equipName}</bdi>
            </Link>
          </span>
        ))}
        {exceptions.length > MOST_NAMES && ` and ${exceptions.length - MOST_NAMES} more`}
      </span>
      <Link className="push" to={`${unit}${unit.includes('?') ? '&' : '?'}panel=schedule`}>
        Open schedule
      </Link>
    </section>
  )
}

const MOST_NAMES = 30
