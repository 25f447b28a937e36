import {
  type FormInput,
  freeInput,
  INPUT_LABELS,
  INPUTS,
  type InputForm,
  type InputName,
} from '@millwatch/domain/devices'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { FlashField } from './flash-field.tsx'
import { NON_STANDARD } from './input-words.ts'
import { type SetupDraft, TEMPLATES, type Which, withInput, withLevel } from './setup-draft.ts'
import { SetupJson } from './setup-words.tsx'

interface SetupFieldsProps {
  draft: SetupDraft
  onDraft: (draft: SetupDraft) => void
  /** True when the firmware of the device supports flash filters. */
  supportsFlashing: boolean
}

const levels = [
  { value: '1', text: 'High' },
  { value: '0', text: 'Low' },
] as const

const joins = [
  { value: 'single', text: 'One input' },
  { value: 'and', text: 'Two inputs, both (AND)' },
  { value: 'or', text: 'Two inputs, either (OR)' },
] as const

const optionsOf = (inputs: readonly InputName[]) => inputs.map((value) => ({ value, text: INPUT_LABELS[value] }))
const levelOf = (value: string): 0 | 1 => (value === '1' ? 1 : 0)
const inputOf = (value: string): InputName => INPUTS.find((input) => input === value) ?? INPUTS[0]

/**
 * Fields for the input set-up of a configurable device: signal or template, inputs, levels, flash filters, the input at which
 * cycles are counted, and the set-up as JSON. `onDraft` gets each change; nothing is saved.
 */
export function SetupFields({ draft, onDraft, supportsFlashing }: SetupFieldsProps) {
  const { kind, form } = draft
  const kinds = [
    { value: '', text: 'Choose the signal' },
    { value: 'sustained', text: 'Sustained: running while a level holds' },
    { value: 'pulsed', text: 'Pulsed: each pulse is a cycle' },
    ...TEMPLATES.map((name) => ({ value: name, text: `Template ${name}` })),
    ...(draft.kept === null ? [] : [{ value: 'kept', text: 'Non-standard, as it is' }]),
  ]
  const onForm = (next: InputForm) => onDraft({ ...draft, form: next })
  return (
    <fieldset className="stack box wide device-inputs">
      <legend className="value">Input set-up</legend>
      <SelectField label="Signal" value={kind} options={kinds} onValue={(next) => onDraft({ ...draft, kind: next })} />
      {kind === 'kept' && (
        <p className="medium caution" role="alert">
          {NON_STANDARD}
        </p>
      )}
      {kind === 'sustained' && (
        <Sustained draft={draft} onDraft={onDraft} onForm={onForm} supportsFlashing={supportsFlashing} />
      )}
      {kind === 'pulsed' && (
        <SelectField
          label="Pulse input"
          value={form.first.input}
          options={optionsOf(INPUTS)}
          onValue={(value) => onForm(withInput(form, 'first', inputOf(value)))}
        />
      )}
      <SetupJson draft={draft} />
    </fieldset>
  )
}

interface SustainedProps extends SetupFieldsProps {
  onForm: (form: InputForm) => void
}

function Sustained(props: SustainedProps) {
  const { onForm } = props
  const { form } = props.draft
  const { first, second, join, cycle } = form
  return (
    <>
      <SelectField
        label="Running inputs"
        value={join}
        options={joins}
        onValue={(value) => {
          const chosen = { ...form, join: value as InputForm['join'] }
          onForm(withInput(chosen, 'first', first.input))
        }}
      />
      <RunningInput {...props} which="first" label={join === 'single' ? 'Running input' : 'First running input'} />
      {join !== 'single' && <RunningInput {...props} which="second" label="Second running input" />}
      <DownInput {...props} taken={join === 'single' ? [first.input] : [first.input, second.input]} />
      <SelectField
        label="Cycles are counted at"
        value={cycle ?? ''}
        options={[{ value: '', text: 'No input' }, ...optionsOf(INPUTS)]}
        onValue={(value) => onForm({ ...form, cycle: value === '' ? null : inputOf(value) })}
      />
    </>
  )
}

function RunningInput({ which, label, ...props }: SustainedProps & { which: 'first' | 'second'; label: string }) {
  const { form } = props.draft
  const { onForm } = props
  const input = form[which]
  return (
    <div className="stack near device-input">
      <div className="stack form-pair">
        <SelectField
          label={label}
          value={input.input}
          options={optionsOf(INPUTS)}
          onValue={(value) => onForm(withInput(form, which, inputOf(value)))}
        />
        <SelectField
          label="Means running while"
          aria-label={`${label} means running while`}
          value={String(input.level)}
          options={levels}
          onValue={(value) => onForm({ ...form, [which]: withLevel(input, levelOf(value)) })}
        />
      </div>
      <Flashes {...props} label={label} which={which} input={input} />
    </div>
  )
}

interface FlashesProps extends SustainedProps {
  label: string
  which: Which
  input: FormInput
}

function Flashes({ label, which, input, draft, onDraft, onForm, supportsFlashing }: FlashesProps) {
  const { form, seconds } = draft
  return (
    <FlashField
      label={label}
      which={which}
      input={input}
      seconds={seconds[which]}
      supportsFlashing={supportsFlashing}
      onFlash={(flash) => onForm({ ...form, [which]: { ...input, flash } })}
      onSeconds={(text) => onDraft({ ...draft, seconds: { ...seconds, [which]: text } })}
    />
  )
}

function DownInput({ taken, ...props }: SustainedProps & { taken: readonly InputName[] }) {
  const { form } = props.draft
  const { onForm } = props
  const { down } = form
  return (
    <div className="stack near device-input">
      <CheckField
        value={down !== null}
        onValue={(isOn) =>
          onForm({ ...form, down: isOn ? { input: freeInput(...taken), level: 1, flash: null } : null })
        }
      >
        Separate down input, which wins over running
      </CheckField>
      {down !== null && (
        <>
          <div className="stack form-pair">
            <SelectField
              label="Down input"
              value={down.input}
              options={optionsOf(INPUTS.filter((input) => !taken.includes(input)))}
              onValue={(value) => onForm({ ...form, down: { ...down, input: inputOf(value) } })}
            />
            <SelectField
              label="Means down while"
              value={String(down.level)}
              options={levels}
              onValue={(value) => onForm({ ...form, down: withLevel(down, levelOf(value)) })}
            />
          </div>
          <Flashes {...props} label="Down input" which="down" input={down} />
        </>
      )}
    </div>
  )
}
