import './equipment-bar.css'
import { useId } from 'react'
import type { MachineTile } from '../../features/tree/types.ts'
import { count } from '../../lib/format.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { type StatusKey, statusKeys, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { countsByStatus, type Filter, keyOf, type Sort, sorts, sortWords } from './arrange.ts'
import { type EquipmentChoices, type View, views } from './use-equipment-choices.ts'

const statusChips: readonly StatusKey[] = [...statusKeys, 'unknown']
const viewWords: Record<View, string> = { tiles: 'Tiles', timeline: 'Status timeline', wall: 'Wall' }

interface EquipmentBarProps {
  /** All machines of the unit, without the filter. */
  machines: readonly MachineTile[]
  choices: EquipmentChoices
  onChange: (change: (before: EquipmentChoices) => Partial<EquipmentChoices>) => void
}

/**
 * Bar with view, order and filters of a unit's machines; each change calls `onChange`. On a kiosk display it has only the
 * filters by status.
 */
export function EquipmentBar({ machines, choices, onChange }: EquipmentBarProps) {
  const { view, sort, filter } = choices
  const isDisplay = useIsDisplay()
  const narrow = (change: Partial<Filter>): void => onChange((before) => ({ filter: { ...before.filter, ...change } }))
  return (
    <div className="row equipment-bar">
      {!isDisplay && (
        <>
          <Views view={view} onView={(wanted) => onChange(() => ({ view: wanted }))} />
          <SortChoice sort={sort} onSort={(wanted) => onChange(() => ({ sort: wanted }))} />
          <SearchField label="Find a machine" value={filter.text} onValue={(text) => narrow({ text })} />
        </>
      )}
      <Chips machines={machines} filter={filter} onFilter={narrow} />
    </div>
  )
}

function Views({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <fieldset className="box inline flush segments">
      <legend className="sr-only">How machines are shown</legend>
      {views.map((option) => (
        <button
          key={option}
          type="button"
          className="muted one-line choice-item segment"
          aria-pressed={option === view}
          onClick={() => onView(option)}
        >
          {viewWords[option]}
        </button>
      ))}
    </fieldset>
  )
}

function SortChoice({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const id = useId()
  return (
    <>
      <label className="sr-only" htmlFor={id}>
        Order of machines
      </label>
      <select
        id={id}
        className="box equipment-sort"
        value={sort}
        onChange={(event) => onSort(event.target.value as Sort)}
      >
        {sorts.map((option) => (
          <option key={option} value={option}>
            {sortWords[option]}
          </option>
        ))}
      </select>
    </>
  )
}

interface ChipsProps {
  machines: readonly MachineTile[]
  filter: Filter
  onFilter: (change: Partial<Filter>) => void
}

/**
 * Filters by current status, each with the number of its machines. A filter without machines is hidden unless it is selected, and
 * `Scheduled` unless it is selected.
 */
function Chips({ machines, filter, onFilter }: ChipsProps) {
  const toggle = (key: StatusKey): void => {
    const statuses = new Set(filter.statuses)
    if (!statuses.delete(key)) statuses.add(key)
    onFilter({ statuses })
  }
  const many = (matches: (machine: MachineTile) => boolean): number => machines.filter(matches).length
  return (
    <fieldset className="wrap">
      <legend className="sr-only">Show machines by status</legend>
      {statusChips.map((key) => (
        <Chip
          key={key}
          isOn={filter.statuses.has(key)}
          many={many((machine) => keyOf(machine) === key && countsByStatus(machine, filter))}
          onToggle={() => toggle(key)}
        >
          <StatusMark status={key} size={11} /> {statusText[key]}
        </Chip>
      ))}
      <Chip
        isOn={filter.isExcessive}
        many={many((machine) => machine.in_excessive_downtime)}
        onToggle={() => onFilter({ isExcessive: !filter.isExcessive })}
      >
        Excessive downtime
      </Chip>
      {filter.isScheduled && (
        <Chip
          isOn
          many={many((machine) => machine.currently_scheduled)}
          onToggle={() => onFilter({ isScheduled: false })}
        >
          Scheduled
        </Chip>
      )}
      <Chip
        isOn={filter.isUnscheduled}
        many={many((machine) => !machine.currently_scheduled)}
        onToggle={() => onFilter({ isUnscheduled: !filter.isUnscheduled })}
      >
        Not scheduled
      </Chip>
    </fieldset>
  )
}

interface ChipProps {
  isOn: boolean
  many: number
  onToggle: () => void
  children: React.ReactNode
}

function Chip({ isOn, many, onToggle, children }: ChipProps) {
  if (many === 0 && !isOn) return null
  return (
    <button type="button" className="muted box inline one-line chip" aria-pressed={isOn} onClick={onToggle}>
      {children} <span className="faint regular">{count(many)}</span>
    </button>
  )
}
