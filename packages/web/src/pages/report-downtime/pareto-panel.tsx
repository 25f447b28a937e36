import './pareto.css'
import { type Pareto, type ParetoBar, type ParetoMeasure, type ParetoSubject, paretoOf } from '@millwatch/domain/stops'
import { useMemo, useState } from 'react'
import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { count, hours } from '../../lib/format.ts'
import { Choice } from '../../ui/choice.tsx'
import { Panel } from '../../ui/panel.tsx'

interface ParetoPanelProps {
  stops: readonly DowntimeStop[]
  subject: ParetoSubject
  /** True until the names of the bars are read. */
  isUnread: boolean
  measure: ParetoMeasure
  /** Subjects that can be chosen. */
  subjects: readonly ParetoSubject[]
  /** Key of the bar by which the list is filtered; null for none. */
  bar: string | null
  onSubject: (subject: ParetoSubject) => void
  onMeasure: (measure: ParetoMeasure) => void
  /** Called with the key of a bar, and with undefined when the chosen one was pressed again. */
  onBar: (key: string | undefined) => void
}

const names = [
  { name: 'reason', words: 'Reason', none: 'No reason' },
  { name: 'group', words: 'Group', none: 'No group' },
  { name: 'machine', words: 'Machine', none: '' },
  { name: 'tag', words: 'Tag', none: 'No tag' },
] as const

const NONE: readonly DowntimeStop[] = []

const measures = [
  { name: 'hours', words: 'Total Hours' },
  { name: 'stops', words: 'Occurrences' },
] as const

/**
 * Pareto chart of the stops: a bar for each reason, group, machine or tag, the greatest first, with a mark after the bars that
 * reach 80 % together.
 */
export function ParetoPanel(props: ParetoPanelProps) {
  const { subject, isUnread, measure, subjects, bar, onSubject, onMeasure, onBar } = props
  const [isWhole, setWhole] = useState(false)
  const stops = isUnread ? NONE : props.stops
  const pareto = useMemo(() => paretoOf(stops, subject, measure), [stops, subject, measure])
  const { words, none } = names.find(({ name }) => name === subject) ?? names[0]
  const offered = names.filter(({ name }) => subjects.includes(name) || subject === name)
  const greatest = sizeOf(pareto.bars[0], measure)
  return (
    <Panel
      title={`By ${words.toLowerCase()}`}
      aside={<Choice label="Bars show" options={measures} chosen={measure} onChoose={onMeasure} />}
    >
      <div className="stack near">
        <div>
          <Choice label="Bars of" options={offered} chosen={subject} onChoose={onSubject} />
        </div>
        <div className="note pareto-line" aria-hidden="true">
          <span>{words}</span>
          <span>Hours</span>
          <span>Stops</span>
          <span title="Share of this row and all rows above it">Cum. %</span>
        </div>
        {pareto.bars.length === 0 && (
          <p className="muted">{isUnread ? 'Not read yet.' : 'Nothing to sum up in this period.'}</p>
        )}
        <ul className="stack flush pareto-bars" data-whole={isWhole} aria-label={`Stops by ${words.toLowerCase()}`}>
          {pareto.bars.map((each, place) => (
            <li key={each.key}>
              <Bar
                bar={each}
                none={none}
                length={greatest === 0 ? 0 : sizeOf(each, measure) / greatest}
                isChosen={bar === each.key}
                onChoose={() => onBar(bar === each.key ? undefined : each.key)}
              />
              {place + 1 === pareto.vital && place + 1 < pareto.bars.length && (
                <div className="line note pareto-limit">80 % of the {measure === 'hours' ? 'time' : 'stops'}</div>
              )}
            </li>
          ))}
        </ul>
        {pareto.bars.length > 3 && (
          <button type="button" className="link-button pareto-more" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show the three largest' : `Show all ${count(pareto.bars.length)}`}
          </button>
        )}
        {!isUnread && <Sum pareto={pareto} isByTag={subject === 'tag'} />}
      </div>
    </Panel>
  )
}

const sizeOf = (bar: ParetoBar | undefined, measure: ParetoMeasure): number =>
  bar === undefined ? 0 : measure === 'hours' ? bar.scheduledMs : bar.stops

interface BarProps {
  bar: ParetoBar
  /** Name of the bar of stops that have no reason, group or tag. */
  none: string
  /** Length, 0 to 1. */
  length: number
  isChosen: boolean
  onChoose: () => void
}

function Bar({ bar, none, length, isChosen, onChoose }: BarProps) {
  const { name, scheduledMs, stops, runningShare } = bar
  return (
    <button
      type="button"
      className="hoverable pareto-bar"
      aria-pressed={isChosen}
      title={isChosen ? 'Shows all stops again' : 'Shows these stops in the list'}
      onClick={onChoose}
    >
      <span className="pareto-line">
        <span className="cut">
          <bdi>{name ?? none}</bdi>
        </span>
        <span>{hours(scheduledMs / 1000)}</span>
        <span>{count(stops)}</span>
        <span className="note">{Math.floor(100 * runningShare)} %</span>
      </span>
      <span className={`block meter${name === null ? ' pareto-none' : ''}`}>
        <span className="block meter-fill" style={{ width: `${100 * length}%` }} />
      </span>
    </button>
  )
}

/**
 * Line under the bars with the hours and number of all stops. By tag it also says that a stop with several tags is in several
 * bars but once in this sum.
 */
function Sum({ pareto, isByTag }: { pareto: Pareto; isByTag: boolean }) {
  return (
    <div className="ruled">
      <div className="pareto-line">
        <span>Sum</span>
        <b data-testid="pareto-hours">{hours(pareto.scheduledMs / 1000)}</b>
        <span>{count(pareto.stops)}</span>
        <span />
      </div>
      {isByTag && <p className="note">A stop with several tags counts in each of them, and once in this sum.</p>}
    </div>
  )
}
