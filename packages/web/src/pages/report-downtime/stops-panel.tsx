import './downtime.css'
import { annotateStop } from '@millwatch/contract/http/stops'
import { useMemo, useRef } from 'react'
import type { Downtime, DowntimeStop } from '../../features/stops/downtime.ts'
import { briefDuration, count } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import type { Subject } from '../../scope/subject.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFocusByKey } from '../../ui/use-focus-by-key.ts'
import { ManyBar } from './many-bar.tsx'
import { isUnexplained, type ListChoice, type SortedBy } from './shown-stops.ts'
import { StopsTable } from './stops-table.tsx'
import type { StopsList } from './use-listed.ts'
import { useSelection } from './use-selection.ts'

interface StopsPanelProps {
  subject: Subject
  zone: string
  downtime: Downtime
  list: StopsList
  /** Number of new stops that are not in the list until the person admits them. */
  waiting: number
  onAdmit: () => void
  shown: ListChoice
  onShown: (shown: ListChoice) => void
  search: string
  onSearch: (search: string) => void
  sortedBy: SortedBy
  onSort: (by: SortedBy) => void
  /** Id of the stop to which a link led. */
  outlined: number | undefined
  /** Name of the chosen bar of the Pareto chart; undefined: none is chosen. */
  barName: string | undefined
  onClear: () => void
}

/** Panel with the list of stops, its filters, its search, and the bar for selected rows. */
export function StopsPanel(props: StopsPanelProps) {
  const { subject, zone, downtime, list, waiting, onAdmit, barName, search } = props
  const stops = list.listed
  const panel = useRef<HTMLElement>(null)
  useFocusByKey(panel, '.')
  const mayWrite = useMay()(annotateStop)
  const order = useMemo(() => stops.map(({ id }) => id), [stops])
  const selection = useSelection(order)
  const selected = stops.filter(({ id }) => selection.ids.has(id))
  return (
    <section
      className="panel anchor stack near downtime-list"
      aria-label="Excessive stops"
      ref={panel}
      onPointerOver={list.keep}
      onFocus={list.keep}
      onPointerLeave={(event) => isLeft(event) && list.release()}
      onBlur={(event) => isLeft(event) && list.release()}
    >
      <div className="row">
        <SearchField label="Search reason, notes, equipment" value={search} onValue={props.onSearch} />
        <Filters {...props} />
        <SeverityLegend stops={downtime.stops} />
      </div>
      {barName !== undefined && (
        <p className="second">
          Only <bdi className="strong">{barName}</bdi>.{' '}
          <button type="button" className="link-button" onClick={props.onClear}>
            Show all
          </button>
        </p>
      )}
      {waiting > 0 && (
        <p>
          <Button onClick={onAdmit}>{`${count(waiting)} new ${waiting === 1 ? 'stop' : 'stops'}`}</Button>
        </p>
      )}
      {stops.length === 0 ? (
        <p className="muted" role="status">
          No stop matches.{' '}
          <button type="button" className="link-button" onClick={props.onClear}>
            Show all
          </button>
        </p>
      ) : (
        <StopsTable
          subject={subject}
          zone={zone}
          stops={stops}
          editing={list.editing}
          onEditNotes={list.editNotes}
          selection={mayWrite ? selection : undefined}
          sortedBy={props.sortedBy}
          onSort={props.onSort}
          outlined={props.outlined}
        />
      )}
      {selected.length > 0 && (
        <ManyBar zone={zone} stops={selected} unitsAbove={downtime.unitsAbove} selection={selection} />
      )}
    </section>
  )
}

/** Returns true if neither pointer nor focus are in the element that this event leaves. */
function isLeft({ type, currentTarget, relatedTarget }: React.PointerEvent | React.FocusEvent): boolean {
  if (type === 'blur' && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return false
  if (type === 'blur' && currentTarget.matches(':hover')) return false
  return !currentTarget.contains(document.activeElement)
}

function Filters({ downtime, shown, onShown }: StopsPanelProps) {
  const unexplained = downtime.stops.filter(isUnexplained).length
  const ignored = downtime.stops.filter(({ isIgnored }) => isIgnored).length
  const filters = [
    { name: 'all', words: 'All', number: downtime.stops.length, isThere: true },
    { name: 'unexplained', words: 'No reason', number: unexplained, isThere: true },
    { name: 'ignored', words: 'Ignored', number: ignored, isThere: ignored > 0 || shown === 'ignored' },
  ] as const
  return (
    <fieldset className="row snug">
      <legend className="sr-only">Stops in the list</legend>
      {filters
        .filter(({ isThere }) => isThere)
        .map(({ name, words, number }) => (
          <button
            key={name}
            type="button"
            className="box chip one-line"
            aria-pressed={shown === name}
            onClick={() => onShown(shown === name ? 'all' : name)}
          >
            {words} <span className="muted">{count(number)}</span>
          </button>
        ))}
    </fieldset>
  )
}

/** Legend of the severity bars: from the threshold to four times it, in time if all stops have one threshold, else in words. */
function SeverityLegend({ stops }: { stops: readonly DowntimeStop[] }) {
  const thresholds = [...new Set(stops.map(({ thresholdMs }) => thresholdMs))]
  const [threshold] = thresholds
  return (
    <span className="note inline push one-line">
      <span className="severity severity-legend" />
      {thresholds.length === 1 && threshold !== undefined
        ? `${briefDuration(threshold)} to ${briefDuration(4 * threshold)}`
        : 'threshold to 4 times it'}
    </span>
  )
}
