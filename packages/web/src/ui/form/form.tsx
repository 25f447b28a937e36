import '../forms.css'
import { FormContext, type FormState } from '../form-context.ts'

interface FormProps extends FormState, Omit<React.ComponentProps<'form'>, 'onSubmit' | 'action'> {
  /** Called when a person submits the form by its button or by Enter; never while something is missing or busy. */
  onSubmit: (form: HTMLFormElement) => void
}

/** Form that calls `onSubmit` instead of loading another page; not while something is `missing`, or while it is `busy`. */
export function Form({ onSubmit, missing, busy = false, className = 'stack wide', ...form }: FormProps) {
  return (
    <FormContext value={{ missing, busy }}>
      <form
        {...form}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          // A form in a dialog is a child of the form that opened it.
          event.stopPropagation()
          if (missing === undefined && !busy) onSubmit(event.currentTarget)
        }}
      />
    </FormContext>
  )
}
