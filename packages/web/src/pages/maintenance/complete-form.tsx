import { acknowledgeAlarm } from '@millwatch/contract/http/alarms'
import { useState } from 'react'
import { partQty } from '../../features/alarms/draft.ts'
import { alarmChanges, type ListedAlarm } from '../../features/alarms/queries.ts'
import type { DueMaintenance } from '../../features/maintenance/queries.ts'
import { amountOf, unitOf } from '../../features/maintenance/words.ts'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { personName } from '../../lib/person-name.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { perform } from '../../ui/perform.ts'
import { Submit } from '../../ui/submit.tsx'
import { CompletedParts } from './completed-parts.tsx'
import { entriesOf, type PartOfCompletion, partsFault } from './part-entries.ts'

/** Error that somebody else completed the maintenance meanwhile, so that this completion was not stored. */
class CompletedMeanwhile extends Error {}

interface CompleteFormProps {
  row: DueMaintenance
  alarm: ListedAlarm
  zone: string
}

interface Entries {
  readonly notes: string
  readonly parts: readonly PartOfCompletion[]
}

/**
 * Returns the parts in the form of the API. A quantity that is not valid becomes 1, which only happens to a part that is left out
 * (`skip`).
 */
const partsOfRequest = (parts: readonly PartOfCompletion[]) =>
  parts.map(({ partId, action, qty, skip }) => ({ id: partId, action, qty: partQty({ qty }) ?? 1, skip }))

/**
 * Form that completes maintenance, with notes and parts. If somebody else completed it meanwhile, it keeps the entries and the
 * person decides to complete it again or to discard them.
 */
export function CompleteForm({ row, alarm, zone }: CompleteFormProps) {
  const [seen, setSeen] = useState(row.counts_from)
  const [stored, setStored] = useState<Entries>(() => ({ notes: '', parts: entriesOf(alarm) }))
  const isEarly = row.tripped_at === null
  const { bind, draft, change, form, isChanged, discard } = useForm<Entries>({
    stored,
    missing: ({ notes, parts }) => {
      if (notes.trim() === '') return 'Please add notes to complete this maintenance'
      return partsFault(parts) ?? (seen === row.counts_from ? undefined : 'It was completed meanwhile')
    },
    work: async ({ notes, parts }) => {
      const answer = await call(acknowledgeAlarm, {
        params: { id: row.id },
        body: { notes, counts_from: seen, critical_parts: partsOfRequest(parts) },
      })
      if (!answer.done) throw new CompletedMeanwhile(`${lastCompletionText(answer.alarm, zone)} Yours was not stored.`)
      setSeen(answer.alarm.counts_from ?? seen)
      return answer
    },
    done: 'Alarm acknowledged',
    failed: (error) => (error instanceof CompletedMeanwhile ? error.message : 'Error acknowledging alarm'),
    changes: alarmChanges,
  })
  const isOutdated = seen !== row.counts_from
  // A form that nobody has begun to fill in follows the new values.
  if (!isChanged && isOutdated && !form.busy) setSeen(row.counts_from)
  if (!isChanged && !form.busy && JSON.stringify(stored.parts) !== JSON.stringify(entriesOf(alarm)))
    setStored({ notes: '', parts: entriesOf(alarm) })
  const notes = bind('notes')
  return (
    <section className="panel stack near" aria-label="Complete maintenance">
      <div className="row">
        <h3 className="strong">Complete Maintenance</h3>
        <span className="note">
          starts the count again at 0 of {amountOf(row, row.limit)} {unitOf({ ...row, kind: 'calendar' })}
        </span>
      </div>
      {isOutdated && isChanged && !form.busy && (
        <div className="box callout stack near" role="alert">
          <p>{lastCompletionText(alarm, zone)} What you wrote is still here.</p>
          <div className="wrap">
            <Button onClick={() => setSeen(row.counts_from)}>Complete it again</Button>
            <Button onClick={discard}>Discard</Button>
          </div>
        </div>
      )}
      <Form
        noValidate
        {...form}
        className="stack near"
        onKeyDown={(event) =>
          (event.ctrlKey || event.metaKey) &&
          event.key === 'Enter' &&
          perform(event, () => event.currentTarget.requestSubmit())
        }
      >
        <CompletedParts parts={draft.parts} onParts={(parts) => change({ parts })} />
        <textarea
          className="well due-notes"
          aria-label="Notes"
          placeholder="Notes: what was found, what was done"
          rows={3}
          maxLength={4000}
          value={notes.value}
          onChange={({ target }) => notes.onValue(target.value)}
        />
        <div className="row-end due-complete">
          <Submit>{isEarly ? 'Complete Maintenance Early' : 'Complete Maintenance'}</Submit>
        </div>
      </Form>
    </section>
  )
}

/**
 * Returns a sentence with the person who completed maintenance last (`Somebody` if not known) and the time; without the time if
 * there is none.
 */
function lastCompletionText({ AlarmHistory: [latest] }: ListedAlarm, zone: string): string {
  const by = latest?.AcknowledgedByUser
  const at = latest?.acknowledged_at
  const name = by == null ? 'Somebody' : personName(by)
  return at == null
    ? `${name} completed this maintenance meanwhile.`
    : `${name} completed this maintenance at ${minuteNear(Date.parse(at), now(), zone)}.`
}
