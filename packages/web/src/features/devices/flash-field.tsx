import { DEFAULT_FILTER_MS, type FormInput } from '@millwatch/domain/signals'
import { SelectField, TextField } from '../../ui/field.tsx'
import { filterMsOf, type Which } from './setup-draft.ts'

interface FlashFieldProps {
  /** Of the input. */
  label: string
  which: Which
  flash: FormInput['flash']
  seconds: string
  supportsFlashing: boolean
  onFlash: (flash: FormInput['flash']) => void
  onSeconds: (seconds: string) => void
}

const values = [
  { value: '1', text: 'Running' },
  { value: '0', text: 'Down' },
  { value: '-1', text: 'Ignore' },
] as const

const counted = { 1: 'counted as running', 0: 'counted as down', [-1]: 'ignored' } as const

const countedAs = (text: string): 1 | 0 | -1 => (text === '1' ? 1 : text === '0' ? 0 : -1)

/** Whether an input flashes, how long a flash is at most, and what it counts as. */
export function FlashField(props: FlashFieldProps) {
  const { label, which, flash, seconds, supportsFlashing, onFlash, onSeconds } = props
  const [firstMs, secondMs] = DEFAULT_FILTER_MS
  const blank = { durationMs: which === 'first' ? firstMs : secondMs, value: -1 } as const
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          aria-label={`${label} flashes`}
          checked={flash !== null}
          onChange={(event) => onFlash(event.target.checked ? blank : null)}
        />
        Flashes
      </label>
      {flash !== null && (
        <div className="form-pair">
          <TextField
            label="Flashes last at most, s"
            inputMode="decimal"
            value={seconds}
            error={filterMsOf(seconds) === null ? 'Type a number of seconds' : undefined}
            onValue={onSeconds}
          />
          {supportsFlashing ? (
            <SelectField
              label="A flash counts as"
              value={String(flash.value)}
              options={values}
              onValue={(value) => onFlash({ ...flash, value: countedAs(value) })}
            />
          ) : (
            <p className="device-flash">
              <span>
                Flashes are <b>{counted[flash.value]}</b>
              </span>
              <span className="device-second">Another choice needs a firmware that supports flashing filters</span>
            </p>
          )}
        </div>
      )}
    </>
  )
}
