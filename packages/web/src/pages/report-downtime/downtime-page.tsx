import type { ParetoMeasure, ParetoSubject } from '@millwatch/domain/stops'
import { paretoOf } from '@millwatch/domain/stops'
import { useMemo } from 'react'
import { usePartNumbers } from '../../features/parts/part-numbers.ts'
import type { Downtime } from '../../features/stops/downtime.ts'
import { saveRows } from '../../lib/download.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useChangeAddress } from '../../lib/use-change-address.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { namedReport } from '../../scope/reports.ts'
import { usePeriod } from '../../scope/scope.ts'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { stopRows, stopsCsv } from './downtime-export.ts'
import { DowntimeFigures } from './figures.tsx'
import { LinkedStop, useLinkedId } from './linked-stop.tsx'
import { NoDowntime } from './no-downtime.tsx'
import { ParetoPanel } from './pareto-panel.tsx'
import { secondLine } from './second-line.tsx'
import type { ListChoice, SortedBy } from './shown-stops.ts'
import { StopsPanel } from './stops-panel.tsx'
import { failedWords, useDowntime } from './use-downtime.ts'
import { useHeld } from './use-held.ts'
import { useListed } from './use-listed.ts'

const report = namedReport('downtime')

/** Page with the excessive stops of a unit or machine: sums, Pareto chart, and the list in which reasons are given. */
export const DowntimePage = () => <ReportPage report={report}>{(place) => <DowntimeReport place={place} />}</ReportPage>

/**
 * Returns the choices of chart and list that are in the address, and functions that change them. `setSubject` also clears the
 * chosen bar, `clear` removes bar, search and choice of stops.
 */
function useView() {
  const [shown, setShown] = useChoiceInAddress<ListChoice>('shown', ['all', 'unexplained', 'ignored'])
  const [subject] = useChoiceInAddress<ParetoSubject>('by', ['reason', 'group', 'machine', 'tag'])
  const [measure, setMeasure] = useChoiceInAddress<ParetoMeasure>('bars', ['hours', 'stops'])
  const [sortedBy, setSortedBy] = useChoiceInAddress<SortedBy>('sort', ['started', 'duration', 'equipment'])
  const [bar, setBar] = useInAddress('bar')
  const [search, setSearch] = useInAddress('search')
  const change = useChangeAddress()
  const forget =
    (...names: readonly string[]) =>
    (present: URLSearchParams): URLSearchParams => {
      for (const name of names) present.delete(name)
      return present
    }
  return {
    ...{ shown, setShown, subject, measure, setMeasure, sortedBy, setSortedBy, bar, setBar },
    search: search ?? '',
    setSearch: (text: string) => setSearch(text === '' ? undefined : text),
    setSubject: (next: ParetoSubject) =>
      change((present) => {
        present.delete('bar')
        present.set('by', next)
        return next === 'reason' ? forget('by')(present) : present
      }),
    clear: () => change(forget('bar', 'search', 'shown')),
  }
}

/** Returns the reason why the list cannot be exported, such as that it is empty; undefined if it can be. */
function lockOf(rows: readonly unknown[] | undefined, hasTags: boolean, hasNumbers: boolean): string | undefined {
  const lock = lockOfRows(rows, 'The list has no stops')
  if (lock !== undefined) return lock
  if (!hasTags) return 'The tags are not read yet'
  return hasNumbers ? undefined : 'The parts are not read yet'
}

/** Excessive Downtime Report of a place: sums, Pareto chart, and the list of stops. */
export function DowntimeReport({ place }: { place: ReportPlace }) {
  const { zone } = usePeriod(place.zone)
  const { downtime, hasGroups, hasTags, unread, figures, error, isOld, refetch } = useDowntime(place)
  const view = useView()
  const linkedId = useLinkedId()
  const held = useHeld(downtime, view.sortedBy)
  const { shown, search, subject, bar } = view
  const filter = useMemo(() => ({ shown, search, subject, bar }), [shown, search, subject, bar])
  const list = useListed(held, filter)
  const hasParts = list.shown.some((stop) => stop.parts.length > 0)
  const numbers = usePartNumbers(hasParts)
  const save = (extension: 'csv' | 'json'): void => {
    if (downtime === undefined) return
    const { from, to } = downtime
    saveRows({ entity: place.name, from, to, zone, extension }, stopRows(list.shown, numbers), stopsCsv)
  }
  return (
    <ReportLayout
      place={place}
      report={report}
      second={secondLine(place)}
      ignoresShift
      asOf={downtime?.readAt}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={isOld}
      aside={
        <ExportButton
          forms={tableForms}
          locked={lockOf(downtime && list.shown, hasTags, !hasParts || numbers.size > 0)}
          onExport={save}
        />
      }
    >
      <DowntimeFigures
        downtime={downtime}
        figures={figures}
        isWhole={!place.unit?.equipment.some((machine) => machine.util_excluded)}
        zone={zone}
        onUnexplained={() => view.setShown('unexplained')}
      />
      <LinkedStop stops={downtime?.stops} shown={list.shown} onClear={view.clear} />
      <ReportContent query={{ data: downtime, error, refetch }} failed={failedWords(place)} skeleton={<Loading />}>
        {(downtime) =>
          downtime.stops.length === 0 && list.editing.size === 0 ? (
            <NoDowntime place={place} downtime={downtime} />
          ) : (
            <div className="stack downtime-page">
              <ParetoPanel
                stops={downtime.stops}
                subject={subject}
                isUnread={unread.includes(subject)}
                measure={view.measure}
                subjects={subjectsOf(place, hasGroups)}
                bar={bar}
                onSubject={view.setSubject}
                onMeasure={view.setMeasure}
                onBar={view.setBar}
              />
              <StopsPanel
                subject={place}
                zone={zone}
                downtime={downtime}
                list={list}
                waiting={held.waiting}
                onAdmit={held.admit}
                shown={shown}
                onShown={view.setShown}
                search={search}
                onSearch={view.setSearch}
                sortedBy={view.sortedBy}
                onSort={view.setSortedBy}
                outlined={linkedId}
                barName={barNameOf(downtime, subject, bar)}
                onClear={view.clear}
              />
            </div>
          )
        }
      </ReportContent>
    </ReportLayout>
  )
}

/**
 * Returns the subjects by which stops can be grouped, in the order of the buttons: `group` only if there are groups, `machine`
 * only for a unit.
 */
const subjectsOf = ({ which }: ReportPlace, hasGroups: boolean): readonly ParetoSubject[] => [
  'reason',
  ...(hasGroups ? (['group'] as const) : []),
  ...(which === 'o' ? (['machine'] as const) : []),
  'tag',
]

/**
 * Returns the name of the chosen bar; for stops without one, such as `stops without a reason`. Undefined when no bar is chosen.
 */
function barNameOf(downtime: Downtime, subject: ParetoSubject, bar: string | null): string | undefined {
  if (bar === null) return undefined
  const found = paretoOf(downtime.stops, subject, 'hours').bars.find(({ key }) => key === bar)
  const without = { reason: 'a reason', group: 'a group', tag: 'a tag', machine: 'a machine' }
  return found?.name ?? `stops without ${without[subject]}`
}

const Loading = () => (
  <div className="stack downtime-page" aria-busy="true">
    <section className="panel">
      <Skeleton height={420} />
    </section>
    <section className="panel">
      <Skeleton height={420} />
    </section>
  </div>
)
