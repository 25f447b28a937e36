import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import type { StatusInterval } from './queries.ts'
import type { Writing } from './use-writing.ts'

interface StopNotesProps {
  stop: StatusInterval
  mayChange: boolean
  writing: Writing
}

/** Greatest length that the server accepts, characters. */
const MOST = 4000

/** Notes on a stop, with a form to edit them; unchanged notes are not saved. */
export function StopNotes({ stop, mayChange, writing }: StopNotesProps) {
  const [draft, setDraft] = useState<string>()
  const before = stop.notes ?? ''
  if (draft === undefined) {
    return (
      <>
        {mayChange && (
          <button type="button" className="button" onClick={() => setDraft(before)}>
            {before === '' ? 'Notes' : 'Edit notes'}
          </button>
        )}
        {before !== '' && (
          <p className="stop-notes" dir="auto">
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
    <form
      className="stop-notes-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
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
      <div className="stop-notes-ways">
        <button type="button" className="button" onClick={() => setDraft(undefined)}>
          Cancel
        </button>
        <button type="submit" className="button button-primary" disabled={!isChanged || writing.isBusy}>
          Save notes
        </button>
      </div>
    </form>
  )
}
