import { annotateStop } from '@millwatch/contract/http/stops'
import { useState } from 'react'
import { useIsDisplay } from '../../scope/display.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SubmitButton } from '../../ui/submit.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { shortened } from './kept-annotation.ts'
import type { StatusInterval } from './queries.ts'
import { UnsentMark, useUnsent } from './unsent.tsx'
import type { Writing } from './use-writing.ts'

interface StopNotesProps {
  stop: StatusInterval
  writing: Writing
}

/** Greatest length of notes that the server accepts, in characters. */
const MOST = 4000

/**
 * Notes on a stop. For people who may do so, but not on a kiosk display, a button opens a form to edit them. It shows notes that
 * are not stored yet with their state.
 */
export function StopNotes({ stop, writing }: StopNotesProps) {
  const may = useMay()
  const isDisplay = useIsDisplay()
  const [isEditing, setEditing] = useState(false)
  const opener = useFocusBack(isEditing)
  const unsent = useUnsent(stop.id, 'notes')
  const notes = (unsent?.value === undefined ? stop.notes : unsent.value) ?? ''
  return (
    <>
      {may(annotateStop) && !isDisplay && (
        <Button ref={opener} disabled={isEditing} onClick={() => setEditing(true)}>
          {notes === '' ? 'Notes' : 'Edit notes'}
        </Button>
      )}
      {isEditing && <NotesForm notes={notes} writing={writing} onClose={() => setEditing(false)} />}
      {!isEditing && notes !== '' && (
        <p className="muted any-break whole-line stop-notes" dir="auto">
          {notes}
        </p>
      )}
      <UnsentMark unsent={unsent} />
    </>
  )
}

/**
 * Form for the notes of a stop, saved without spaces at their ends; blank notes delete them, unchanged ones cannot be saved. It
 * calls `onClose` after saving, on Cancel and at Escape.
 */
export function NotesForm({ notes, writing, onClose }: { notes: string; writing: Writing; onClose: () => void }) {
  // Another person may write while the form is open.
  const [seen] = useState(notes)
  const { draft, change, form } = useForm({
    stored: { notes },
    missing: (entry) => (entry.notes.trim() === notes ? 'Nothing has changed' : undefined),
    work: (entry) =>
      writing.write(
        { notes: entry.notes.trim() || null },
        {
          words: `Notes “${shortened(entry.notes.trim())}” on`,
          done: 'Notes saved',
          failed: 'Error saving the notes',
          expected: seen === '' ? null : seen,
        },
      ),
    keepsEntries: true,
    onDone: (isSaved) => isSaved && onClose(),
  })
  return (
    <Form className="stack near whole-line stop-notes-form" {...form} busy={form.busy || writing.isBusy}>
      <Field label="Notes on this stop">
        {(tied) => (
          <textarea
            {...tied}
            // biome-ignore lint/a11y/noAutofocus: it was asked for by the button it takes the place of
            autoFocus
            rows={3}
            maxLength={MOST}
            dir="auto"
            value={draft.notes}
            onChange={(event) => change({ notes: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
        )}
      </Field>
      <div className="row-end">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>Save notes</SubmitButton>
      </div>
    </Form>
  )
}
