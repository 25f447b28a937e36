import './audit.css'
import { dateAndMinute, dateAndTime } from '../../lib/dates.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { type Change, changesOf } from './changes.ts'
import { operationWords } from './entry-words.ts'
import type { AuditEntry } from './queries.ts'

const kinds: Record<AuditEntry['actor'], string> = {
  user: 'Person',
  kiosk: 'Display',
  api_key: 'API key',
  device: 'Device',
  system: 'Program',
}

interface AuditTableProps {
  entries: readonly AuditEntry[]
  /** Id of the entry shown with all details; undefined: none is open. */
  opened: number | undefined
  onOpen: (id: number | undefined) => void
  onSubject: (subject: string) => void
  /** Function that returns the subject of an entry (`org_unit/17`) in words. */
  wordsOf: (subject: string, entry: AuditEntry) => string
}

export function AuditTable({ entries, opened, onOpen, onSubject, wordsOf }: AuditTableProps) {
  return (
    <Table label="Audit log" columns={['Time', 'Who', 'What was done', 'Subject', 'What changed', ' Details']}>
      {entries.map((entry) => (
        <AuditRow
          key={entry.id}
          entry={entry}
          subject={wordsOf(entry.subject, entry)}
          isOpen={entry.id === opened}
          onOpen={(open) => onOpen(open ? entry.id : undefined)}
          onSubject={() => onSubject(entry.subject)}
        />
      ))}
    </Table>
  )
}

interface RowProps {
  entry: AuditEntry
  /** Subject of the entry in words. */
  subject: string
  isOpen: boolean
  onOpen: (open: boolean) => void
  onSubject: () => void
}

const nameOf = ({ actor, actor_id, actor_name }: AuditEntry): string =>
  actor_name ?? (actor_id === null ? kinds[actor] : `${kinds[actor]} ${actor_id}`)

function AuditRow({ entry, subject, isOpen, onOpen, onSubject }: RowProps) {
  const zone = useZone()
  const at = Date.parse(entry.occurred_at)
  const changes = changesOf(entry, (instant) => dateAndMinute(instant, zone))
  return (
    <>
      <tr className={isOpen ? '' : undefined}>
        <td data-label="Time" className="one-line" title={dateAndTime(at, zone)}>
          {dateAndMinute(at, zone)}
        </td>
        <td data-label="Who">
          <span>
            {nameOf(entry)}
            {entry.actor !== 'user' && entry.actor !== 'system' && (
              <span className="second any-break"> ({kinds[entry.actor].toLowerCase()})</span>
            )}
          </span>
        </td>
        <td data-label="What was done">
          <span className="stack flush">
            {operationWords(entry.operation)}
            <code className="mono audit-code second">{entry.operation}</code>
          </span>
        </td>
        <td data-label="Subject">
          <button
            type="button"
            className="link-button"
            aria-label={`All about ${subject}`}
            title={`All about ${subject}`}
            onClick={onSubject}
          >
            <bdi>{subject}</bdi>
          </button>
        </td>
        <td data-label="What changed" className="audit-brief">
          <Brief changes={changes} />
        </td>
        <td>
          <div className="wrap table-actions">
            <Button
              aria-expanded={isOpen}
              aria-label={`Details of ${operationWords(entry.operation)}, ${dateAndTime(at, zone)}`}
              onClick={() => onOpen(!isOpen)}
            >
              Details
            </Button>
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr className="audit-details">
          <td colSpan={6}>
            <Details entry={entry} changes={changes} />
          </td>
        </tr>
      )}
    </>
  )
}

const BRIEFLY = 2
const changeText = ({ field, before, after }: Change): string =>
  before === undefined
    ? `${field}: ${after}`
    : after === undefined
      ? `${field}: ${before} → gone`
      : `${field}: ${before} → ${after}`

/**
 * Line with the first two changes of an entry and the number of further ones; a dash if nothing changed. All changes are in its
 * title.
 */
function Brief({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <span className="second any-break">—</span>
  const rest = changes.length - BRIEFLY
  const words = changes.slice(0, BRIEFLY).map(changeText).join(' · ')
  return (
    <span className="second any-break two-lines" title={changes.map(changeText).join('\n')}>
      {words}
      {rest > 0 && <span className="second any-break"> and {rest} more</span>}
    </span>
  )
}

function Details({ entry, changes }: { entry: AuditEntry; changes: readonly Change[] }) {
  const zone = useZone()
  return (
    <div className="well stack callout grow">
      <dl className="wrap facts wide">
        <div>
          <dt>Exactly at</dt>
          <dd>
            {dateAndTime(Date.parse(entry.occurred_at), zone)}{' '}
            <span className="second any-break">{entry.occurred_at}</span>
          </dd>
        </div>
        <div>
          <dt>From address</dt>
          <dd>{entry.ip ?? '—'}</dd>
        </div>
        <div>
          <dt>Session</dt>
          <dd>{entry.session_id ?? '—'}</dd>
        </div>
        <div>
          <dt>Entry</dt>
          <dd>{entry.id}</dd>
        </div>
      </dl>
      {changes.length === 0 ? (
        <p className="second any-break">No other details are stored.</p>
      ) : (
        <dl className="stack near facts audit-changes">
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{change.field}</dt>
              <dd>
                <span className="sr-only">before </span>
                <del className="muted">{change.before ?? '—'}</del>
                <span aria-hidden="true"> → </span>
                <span className="sr-only">, after </span>
                <ins className="strong">{change.after ?? 'gone'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
