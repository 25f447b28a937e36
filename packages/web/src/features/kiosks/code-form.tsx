import './kiosks.css'
import { pairKiosk } from '@millwatch/contract/http/kiosks'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Submit } from '../../ui/submit.tsx'
import { type Kiosk, kiosksQuery } from './queries.ts'

interface CodeFormProps {
  kioskId: number
  /** Name of the display. */
  name: string
  onPaired: () => void
  /** Called by the button Cancel; undefined: there is no such button, since the form is only a part of its dialog. */
  onCancel?: () => void
}

const lettersOf = (typed: string): string => typed.replace(/[\s-]+/g, '')

/**
 * Form for the six-letter code that a browser shows at `/kiosk`. When the code is accepted, that browser becomes the kiosk
 * display, and `onPaired` is called.
 */
export function CodeForm({ kioskId, name, onPaired, onCancel }: CodeFormProps) {
  const { bind, form } = useForm({
    stored: { code: '' },
    missing: ({ code }) => (lettersOf(code).length === 6 ? undefined : 'Type the six letters first'),
    work: ({ code }) => call(pairKiosk, { params: { id: kioskId }, body: { code } }),
    done: ({ ip }) => `The browser at ${ip} shows ${name} in a moment`,
    failed: 'Error connecting the display',
    fields: { pairing_code_unknown: 'code' },
    changes: [kiosksQuery.queryKey],
    onDone: onPaired,
  })
  return (
    <Form aria-label={`Code of ${name}`} {...form}>
      <TextField
        label="Code that the display shows"
        className="mono kiosk-code-field"
        maxLength={12}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={`Open ${location.origin}/kiosk in the browser of the display: it shows six letters.`}
        {...bind('code')}
      />
      {onCancel === undefined ? (
        <Submit>Connect display</Submit>
      ) : (
        <FormFoot submit="Connect display" onCancel={onCancel} />
      )}
    </Form>
  )
}

/** Dialog with the form for the code by which a browser becomes an existing display; it closes after success and on cancel. */
export function CodeDialog({ kiosk, onClose }: { kiosk: Kiosk; onClose: () => void }) {
  return (
    <Dialog title={`Connect ${kiosk.name}`} onClose={onClose} width={480}>
      <div className="stack wide form">
        <CodeForm kioskId={kiosk.id} name={kiosk.name} onPaired={onClose} onCancel={onClose} />
      </div>
    </Dialog>
  )
}
