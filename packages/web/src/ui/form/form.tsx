import '../forms.css'

interface FormProps extends Omit<React.ComponentProps<'form'>, 'onSubmit' | 'action'> {
  /** Called when a person submits the form by its button or by Enter. */
  onSubmit: (form: HTMLFormElement) => void
}

/** Form that the page submits itself; the browser never leaves the page. */
export function Form({ onSubmit, className = 'form', ...form }: FormProps) {
  return (
    <form
      {...form}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog is a child of the form that opened it.
        event.stopPropagation()
        onSubmit(event.currentTarget)
      }}
    />
  )
}
