import { Button } from '../../ui/button.tsx'
import { Field, RadioField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { FieldsProps } from './profile-fields.tsx'
import { productColours } from './use-shift-colours.ts'

const shifts = [1, 2, 3] as const
const shiftNames = { 1: 'First shift', 2: 'Second shift', 3: 'Third shift' } as const
const themes = [
  { value: 'dark', text: 'Dark' },
  { value: 'light', text: 'Light' },
  { value: 'system', text: 'As the system' },
] as const

/** Fields of the settings form for the theme and the colours of the shifts. `set` gets each change; the form saves them. */
export function LookFields({ form, set }: FieldsProps) {
  return (
    <Panel title="Look">
      <div className="stack wide form">
        <fieldset className="stack snug">
          <legend className="second">Theme</legend>
          <div className="wrap open settings-choices">
            <RadioField name="theme" value={form.theme} options={themes} onValue={(theme) => set({ theme })} />
          </div>
        </fieldset>
        <fieldset className="stack snug">
          <legend className="second">Shift colours</legend>
          <div className="wrap wide bottom">
            {shifts.map((shift) => (
              <Field key={shift} label={shiftNames[shift]}>
                {(tied) => (
                  <input
                    {...tied}
                    type="color"
                    value={(form.shiftColors?.[shift] ?? productColours[shift]).toLowerCase()}
                    onChange={(event) => set({ shiftColors: { ...form.shiftColors, [shift]: event.target.value } })}
                  />
                )}
              </Field>
            ))}
            <Button
              disabled={form.shiftColors === null}
              title={form.shiftColors === null ? 'These are the colours of the product' : undefined}
              onClick={() => set({ shiftColors: null })}
            >
              Colours of the product
            </Button>
          </div>
        </fieldset>
      </div>
    </Panel>
  )
}
