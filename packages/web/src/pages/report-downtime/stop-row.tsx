import { annotateStop } from '@millwatch/contract/http/stops'
import { ignoreStop } from '@millwatch/contract/other-operations'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { StopParts } from '../../features/parts/stop-parts.tsx'
import { type DowntimeStop, downtimeKey } from '../../features/stops/downtime.ts'
import { IgnoreStop } from '../../features/stops/ignore-stop.tsx'
import { NotesForm } from '../../features/stops/stop-notes.tsx'
import { UnsentMark, useUnsent } from '../../features/stops/unsent.tsx'
import { useWriting, type Writing } from '../../features/stops/use-writing.ts'
import { useNow } from '../../lib/clock.ts'
import { dateAndMinute, minuteNear } from '../../lib/dates.ts'
import { briefDuration, duration } from '../../lib/format.ts'
import { usePaths } from '../../scope/links.ts'
import { useMay } from '../../scope/rights.ts'
import type { Subject } from '../../scope/subject.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { ReasonCell } from './reason-cell.tsx'
import { SeverityBar } from './severity-bar.tsx'
import type { StopsList } from './use-listed.ts'

export interface StopRowProps {
  stop: DowntimeStop
  /** Unit or machine of the report. */
  subject: Subject
  zone: string
  /** Place of the row in the table, from 2 on: the first one is the head. */
  index: number
  isSelected: boolean
  /** True while the row is outlined, for 3 s after a link led to it. */
  isOutlined: boolean
  /** True if tags have no column of their own; they are then below the name of the machine. */
  areTagsBelow: boolean
  /** Selects the row; undefined for people who may not write on stops. */
  onSelect: ((id: number, isExtending: boolean) => void) | undefined
  /** Stop as it was when its notes were opened for editing; undefined while they are not edited. */
  before: DowntimeStop | undefined
  onEditNotes: StopsList['editNotes']
}

/** Row of a stop: machine, times, scheduled part, reason, notes, parts and tags; reason, notes and parts are edited in place. */
export const StopRow = memo(function StopRow(props: StopRowProps) {
  const { stop, subject, zone, index, isSelected, isOutlined, areTagsBelow, onSelect, before, onEditNotes } = props
  const may = useMay()
  const paths = usePaths()
  const { id, machine, startedAt, endedAt, isIgnored } = stop
  const writing = useWriting({ id, machineId: machine.id, machineName: machine.name, startedAt, zone })
  return (
    <tr
      aria-rowindex={index}
      data-stop={id}
      data-selected={isSelected}
      data-outlined={isOutlined}
      data-ignored={isIgnored}
      className="downtime-row"
    >
      {onSelect !== undefined && (
        <td data-cell="check">
          <input
            type="checkbox"
            aria-label={`Select the stop of ${machine.name}, ${dateAndMinute(startedAt, zone)}`}
            checked={isSelected}
            onChange={(event) => onSelect(id, (event.nativeEvent as MouseEvent).shiftKey === true)}
          />
        </td>
      )}
      {subject.which === 'o' && (
        <td data-cell="name" className="cut strong">
          <Link to={paths.stop(machine.id, id)} className="value" title={machine.name}>
            <bdi>{machine.name}</bdi>
          </Link>
          {areTagsBelow && <TagNames stop={stop} />}
        </td>
      )}
      <td data-cell="times">
        {subject.which === 'e' ? (
          <Link to={paths.stop(machine.id, id)} className="value">
            {dateAndMinute(startedAt, zone)}
          </Link>
        ) : (
          dateAndMinute(startedAt, zone)
        )}
        <span className="note block dense">
          →{' '}
          {endedAt === null ? (
            <span className="alert">
              <StatusMark status="down" size={9} /> Current
            </span>
          ) : (
            minuteNear(endedAt, startedAt, zone)
          )}
        </span>
      </td>
      <td data-cell="duration">
        <span className="line">
          <span className="strong">{briefDuration(stop.scheduledMs)}</span>
          <SeverityBar scheduledMs={stop.scheduledMs} thresholdMs={stop.thresholdMs} />
        </span>
        <InAll stop={stop} />
      </td>
      <td data-cell="reason">
        <ReasonCell stop={stop} writing={writing} mayChange={may(annotateStop)} />
      </td>
      <td data-cell="notes">
        <Notes stop={stop} writing={writing} mayChange={may(annotateStop)} before={before} onEditNotes={onEditNotes} />
      </td>
      <td data-cell="parts">
        <StopParts
          stop={{ id, machineId: machine.id, changes: [downtimeKey(subject)] }}
          parts={stop.parts}
          name={`the stop of ${machine.name}, ${dateAndMinute(startedAt, zone)}`}
          className="hoverable downtime-cell"
        />
      </td>
      {!areTagsBelow && (
        <td data-cell="tags">
          <TagNames stop={stop} />
        </td>
      )}
      {may(ignoreStop) && (
        <td data-cell="ignore">
          <IgnoreStop stop={{ id, xsf_report_ignored: isIgnored }} writing={writing} />
        </td>
      )}
    </tr>
  )
})

/** Names of the tags of the runs during a stop; `no run` without any. */
function TagNames({ stop }: { stop: DowntimeStop }) {
  const { tags, tagIds } = stop
  return (
    <span className="note dense two-lines downtime-tags" title={tags.map(({ name }) => name).join(', ')}>
      {tagIds.length === 0
        ? 'no run'
        : tags.map(({ id, name }, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
    </span>
  )
}

/**
 * Whole length of a stop if it is at least 1 s longer than its scheduled part, else nothing. An open stop always shows its length
 * so far.
 */
function InAll({ stop }: { stop: DowntimeStop }) {
  if (stop.endedAt === null) return <Growing from={stop.startedAt} />
  if (stop.durationMs - stop.scheduledMs < 1000) return null
  return <span className="note block dense">of {briefDuration(stop.durationMs)} in all</span>
}

function Growing({ from }: { from: number }) {
  const now = useNow()
  return <span className="note block dense">of {duration(now - from)} so far</span>
}

interface NotesProps extends Pick<StopRowProps, 'stop' | 'before' | 'onEditNotes'> {
  writing: Writing
  mayChange: boolean
}

/**
 * Notes of a stop, with a mark if they are not stored yet. For people who may change them, a press opens a form over the rows
 * below.
 */
function Notes({ stop, writing, mayChange, before, onEditNotes }: NotesProps) {
  const [wasEditing, setWasEditing] = useState(false)
  const unsent = useUnsent(stop.id, 'notes')
  const notes = (unsent?.value === undefined ? stop.notes : unsent.value) ?? ''
  const open = (): void => {
    onEditNotes({ ...stop, notes: notes === '' ? null : notes }, true)
    setWasEditing(false)
  }
  const close = (): void => {
    onEditNotes(stop, false)
    setWasEditing(true)
  }
  if (before !== undefined)
    return (
      <div className="anchor">
        <div className="float downtime-notes">
          <NotesForm notes={before.notes ?? ''} writing={writing} onClose={close} />
        </div>
      </div>
    )
  const words = (
    <span className="two-lines dense note any-break" dir="auto">
      {notes}
    </span>
  )
  if (!mayChange) return words
  return (
    <span className="downtime-unsent">
      <button
        type="button"
        className="hoverable downtime-cell"
        data-edit="notes"
        aria-label={notes === '' ? 'Add notes' : `Edit notes: ${notes}`}
        title={notes}
        // biome-ignore lint/a11y/noAutofocus: the form in its place had the focus
        autoFocus={wasEditing}
        onClick={open}
      >
        {notes === '' ? <span className="faint small">Add notes</span> : words}
      </button>
      <UnsentMark unsent={unsent} />
    </span>
  )
}
