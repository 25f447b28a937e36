import './page.css'
import './report-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useEquipmentLive, useOrgUnitLive } from '../features/tree/live.ts'
import { equipmentQuery, OWN_ZONE, orgUnitQuery } from '../features/tree/queries.ts'
import type { Equipment, OrgUnit } from '../features/tree/types.ts'
import { ApiError } from '../lib/api.ts'
import { useNow } from '../lib/clock.ts'
import { timeOfDay } from '../lib/dates.ts'
import { useTitle } from '../lib/title.ts'
import { useLast } from '../lib/use-last.ts'
import { usePaths } from '../scope/links.ts'
import { usePageZone, useShiftsOfMachine, useShiftsOfUnit } from '../scope/place.ts'
import { type Report, reportsOf } from '../scope/reports.ts'
import { usePeriod, useScope, useScopeKey } from '../scope/scope.ts'
import { type Subject, useSubject } from '../scope/subject.ts'
import { Skeleton } from '../ui/notice.tsx'
import { InvalidRequest } from './not-found/invalid-request.tsx'
import { ReadError } from './read-error.tsx'

/** Unit or machine that a report is about. */
export interface ReportPlace extends Subject {
  readonly name: string
  /** IANA time zone of the unit or machine. The report has its days and times unless the scope has another zone. */
  readonly zone: string
  /** Unit of the report, with its machines and its figures over the period; absent for a report about a machine. */
  readonly unit?: OrgUnit
  /** Machine of the report; absent for a report about a unit. */
  readonly machine?: Equipment
}

interface ReportPageProps {
  report: Report
  children: (place: ReportPlace) => React.ReactNode
}

/**
 * Page of a report. `children` renders the report of the unit or machine in the address; an address without one, or whose kind
 * does not have this report, shows a page that there is no such report.
 */
export function ReportPage({ report, children }: ReportPageProps) {
  const subject = useSubject()
  if (subject === undefined || !reportsOf(subject).includes(report)) return <InvalidRequest missing="report" />
  return (
    <ReportPlacePage subject={subject} heading={report.heading}>
      {children}
    </ReportPlacePage>
  )
}

interface ReportPlacePageProps extends Pick<ReportPageProps, 'children'> {
  subject: Subject
  heading: string
}

/**
 * Loads a unit or machine, sets zone and title of the page, and renders `children` once it is loaded. Until then it shows a
 * skeleton, or a page about the failure.
 */
export function ReportPlacePage({ subject, ...rest }: ReportPlacePageProps) {
  const Of = subject.which === 'o' ? OfUnit : OfMachine
  return <Of key={subject.id} id={subject.id} {...rest} />
}

type OfProps = Omit<ReportPlacePageProps, 'subject'> & { id: number }

function OfUnit({ id, heading, children }: OfProps) {
  useOrgUnitLive(id)
  // The old data stays until the new data is loaded.
  const query = { ...orgUnitQuery(id, useScopeKey(OWN_ZONE)), placeholderData: keepPreviousData<OrgUnit> }
  const { data, error, refetch } = useQuery(query)
  // A period for which it cannot be read leaves the report there: it says itself what it cannot show.
  const last = useLast(data)
  const unit = data ?? (isGone(error) ? undefined : last)
  useTitle(unit && `${unit.name} - ${heading}`)
  const isPlaced = usePageZone(unit?.actual_timezone, useShiftsOfUnit(unit))
  if (unit !== undefined && isPlaced)
    return children({ which: 'o', id, name: unit.name, zone: unit.actual_timezone, unit })
  return <Unread subject="This unit" heading={heading} error={error} onRetry={() => void refetch()} />
}

function OfMachine({ id, heading, children }: OfProps) {
  useEquipmentLive(id)
  const { data: machine, error, refetch } = useQuery(equipmentQuery(id))
  useTitle(machine && `${machine.name} - ${heading}`)
  const isPlaced = usePageZone(machine?.actual_timezone, useShiftsOfMachine(machine))
  if (machine !== undefined && isPlaced)
    return children({ which: 'e', id, name: machine.name, zone: machine.actual_timezone, machine })
  return <Unread subject="This machine" heading={heading} error={error} onRetry={() => void refetch()} />
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

interface UnreadProps {
  subject: string
  heading: string
  error: Error | null
  onRetry: () => void
}

/**
 * Content while the unit or machine of a report is not loaded: a skeleton, a page that it does not exist (404), or another
 * failure with a button to try again.
 */
function Unread({ subject, heading, error, onRetry }: UnreadProps) {
  if (isGone(error)) return <InvalidRequest />
  if (error !== null) return <ReadError subject={subject} error={error} onRetry={onRetry} />
  return (
    <div className="stack page" aria-busy="true">
      <div className="stack page-head">
        <Skeleton width={180} height={18} />
        <h1 className="any-break page-title">{heading}</h1>
      </div>
      {[76, 420].map((height) => (
        <div key={height} className="panel" style={{ height }} />
      ))}
    </div>
  )
}

interface ReportLayoutProps {
  place: ReportPlace
  report: { readonly heading: React.ReactNode }
  /** Text beside the title, such as `Rockford · 13 machines`. */
  second?: React.ReactNode
  /** True for a report over all shifts, which says so when a shift is chosen. */
  ignoresShift?: boolean
  /** Instant as of which the report was read, epoch ms; undefined while it is loading. */
  asOf?: number | undefined
  /** Interval at which the report is read again, ms. */
  refreshMs?: number
  /** True while the report shows data of another period than that of the header. */
  isOld?: boolean
  /** Export and other buttons at the right. */
  aside?: React.ReactNode
  children: React.ReactNode
}

/** Layout of a report: way back, title, age of the data, buttons, and below them the report itself. */
export function ReportLayout(props: ReportLayoutProps) {
  const { place, report, second, ignoresShift = false, asOf, refreshMs, isOld = false, aside, children } = props
  const { shift } = useScope()
  const paths = usePaths()
  const { zone } = usePeriod(place.zone)
  return (
    <div className="stack page report-page" data-old={isOld}>
      <header className="row-spread bottom report-head">
        <div className="stack page-head">
          <Link to={place.which === 'e' ? paths.machine(place.id) : paths.unit(place.id)}>return to previous page</Link>
          <div className="row apart page-title-row">
            <h1 className="any-break page-title">{report.heading}</h1>
            <span className="second any-break page-second">
              {second ?? <bdi>{place.name}</bdi>}
              {ignoresShift && shift !== 0 && ' · over all shifts'}
            </span>
          </div>
        </div>
        <div className="row open">
          {asOf !== undefined && <Age asOf={asOf} refreshMs={refreshMs} zone={zone} />}
          {aside}
        </div>
      </header>
      {children}
    </div>
  )
}

/**
 * Instant of the data, and the minutes until it is read again: `as of 10:42:15 AM, again in 4 m`. The second part is left out
 * without an interval and when the time is over.
 */
function Age({ asOf, refreshMs, zone }: { asOf: number; refreshMs: number | undefined; zone: string }) {
  const now = useNow(60_000)
  const left = refreshMs === undefined ? 0 : asOf + refreshMs - now
  return (
    <span className="note" data-testid="as-of">
      as of {timeOfDay(asOf, zone)}
      {left > 0 && `, again in ${Math.ceil(Math.min(left, refreshMs ?? 0) / 60_000)} m`}
    </span>
  )
}
