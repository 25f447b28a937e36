import './export-button.css'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useFocusBack } from './use-focus-back.ts'

/** File format that a chart or a table can be exported to. */
export type ExportForm = (typeof chartForms)[number]

/** Time after which the button returns without a choice, ms (specification 1, section 9). */
const REVERT_MS = 10_000

export const tableForms = ['csv', 'json'] as const
export const chartForms = ['png', ...tableForms] as const

/**
 * Returns the reason why rows cannot be exported: they are not read (undefined), or there are none (`empty`); undefined if they
 * can be.
 */
export function lockOfRows(rows: readonly unknown[] | undefined, empty: string): string | undefined {
  if (rows === undefined) return 'It is not read yet'
  return rows.length === 0 ? empty : undefined
}

interface ExportButtonProps<Form> {
  forms: readonly Form[]
  /** Name of the exported data, such as `cycle time`, on pages with several such buttons. */
  subject?: string
  /** Reason why nothing can be exported; undefined if the export is possible. */
  locked?: string | undefined
  onExport: (form: Form) => void
}

/**
 * Button that turns into one button for each format, for 10 s or until one is pressed, which calls `onExport`. With `locked` it
 * is disabled and shows the reason.
 */
export function ExportButton<Form extends ExportForm>({ forms, subject, locked, onExport }: ExportButtonProps<Form>) {
  const [isOpen, setOpen] = useState(false)
  const opener = useFocusBack(isOpen)
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => setOpen(false), REVERT_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  const name = subject === undefined ? 'Export' : `Export ${subject}`
  if (!isOpen)
    return (
      <Button
        ref={opener}
        aria-label={name}
        disabled={locked !== undefined}
        title={locked}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">↓</span>
        <span className="export-word">Export</span>
      </Button>
    )
  return (
    <span className="inline tight" role="group" aria-label={`${name} as`}>
      {forms.map((form, i) => (
        <Button
          key={form}
          // The button that was pressed has made room for these.
          autoFocus={i === 0}
          onClick={() => {
            setOpen(false)
            onExport(form)
          }}
        >
          {form.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
