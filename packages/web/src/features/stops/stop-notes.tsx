import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import type { StatusInterval } from './queries.ts'
import type { Writing } from './use-writing.ts'

interface StopNotesProps {
  stop: StatusInterval
  mayChange: boolean
  writing: Writing
}

/** Greatest length that the server accepts, characters. */
const MOST = 4000

/**
 * Notes on a stop; with the right, a button opens a form to edit and save them. Unchanged notes are not saved, blank ones are
 * deleted.
 */
export function StopNotes({ stop, mayChange, writing }: StopNotesProps) {
  const [draft, setDraft] = useState<string>()
  const before = stop.notes ?? ''
  if (draft === undefined) {
    return (
      <>
        {mayChange && <Button onClick={() => setDraft(before)}>{before === '' ? 'Notes' : 'Edit notes'}</Button>}
        {before !== '' && (
          <p className="muted any-break stop-notes" dir="auto">
            {before}
          </p>
        )}
      </>
    )
  }
  const isChanged = draft.trim() !== before
  const save = async (): Promise<void> => {
    if (!isChanged) return setDraft(undefined)
    const notes = draft.trim() === '' ? null : draft.trim()
    if (await writing.write({ notes }, { done: 'Notes saved', failed: 'Error saving the notes' })) setDraft(undefined)
  }
  return (
    <Form className="stack near whole-line stop-notes-form" onSubmit={() => void save()}>
      <Field label="Notes on this stop">
        {(tied) => (
          <textarea
            {...tied}
            // biome-ignore lint/a11y/noAutofocus: it was asked for by the button it takes the place of
            autoFocus
            rows={3}
            maxLength={MOST}
            dir="auto"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setDraft(undefined)}
          />
        )}
      </Field>
      <div className="row-end">
        <Button onClick={() => setDraft(undefined)}>Cancel</Button>
        <Button type="submit" primary disabled={!isChanged || writing.isBusy}>
          Save notes
        </Button>
      </div>
    </Form>
  )
}
