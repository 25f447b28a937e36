import './export-button.css'
import { useEffect, useState } from 'react'

/** What a chart or a table can be taken away as. */
export type ExportForm = (typeof chartForms)[number]

/** Without a choice the button comes back (specification 1, section 9). */
const REVERT_MS = 10_000

export const tableForms = ['csv', 'json'] as const
export const chartForms = ['png', ...tableForms] as const

interface ExportButtonProps<Form> {
  forms: readonly Form[]
  /** What is exported, in words (`cycle time`), where a page has several of these. */
  what?: string
  /** Why nothing can be exported. */
  locked?: string | undefined
  onExport: (form: Form) => void
}

/** One button that becomes the choice of what to export as, for 10 seconds or until something was. */
export function ExportButton<Form extends ExportForm>({ forms, what, locked, onExport }: ExportButtonProps<Form>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => setOpen(false), REVERT_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  const name = what === undefined ? 'Export' : `Export ${what}`
  if (!isOpen)
    return (
      <button
        type="button"
        className="button"
        aria-label={name}
        disabled={locked !== undefined}
        title={locked}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">↓</span>
        <span className="export-word">Export</span>
      </button>
    )
  return (
    <span className="export-forms" role="group" aria-label={`${name} as`}>
      {forms.map((form, i) => (
        <button
          key={form}
          type="button"
          className="button"
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed has made room for these
          autoFocus={i === 0}
          onClick={() => {
            setOpen(false)
            onExport(form)
          }}
        >
          {form.toUpperCase()}
        </button>
      ))}
    </span>
  )
}
