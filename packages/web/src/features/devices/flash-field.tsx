import type { FormInput } from '@millwatch/domain/devices'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { flashMeans, type Says } from './input-words.ts'
import { blankMs, filterMsOf, type Which } from './setup-draft.ts'

interface FlashFieldProps {
  /** Label of the input, for screen readers. */
  label: string
  which: Which
  input: FormInput
  seconds: string
  supportsFlashing: boolean
  onFlash: (flash: FormInput['flash']) => void
  onSeconds: (seconds: string) => void
}

const countedAs = (text: string): 1 | 0 | -1 => (text === '1' ? 1 : text === '0' ? 0 : -1)

/**
 * Returns the options for the status that a flash counts as: running, down, or ignored. The value of an option is the level (`1`,
 * `0`, or `-1` for ignored) that a flash is taken for.
 */
function typesOf(says: Says, level: 0 | 1) {
  const same = level === 1 ? 1 : 0
  const [running, down] = flashMeans(says, level, same) === 'running' ? [same, 1 - same] : [1 - same, same]
  return [
    { value: String(running), text: 'Running' },
    { value: String(down), text: 'Down' },
    { value: '-1', text: 'Ignore' },
  ]
}

/**
 * Fields for the flash filter of an input: on or off, the longest duration of a flash in seconds, and the status that a flash
 * counts as. Without firmware support that status is only shown and cannot be changed.
 */
export function FlashField(props: FlashFieldProps) {
  const { label, which, input, seconds, supportsFlashing, onFlash, onSeconds } = props
  const { flash, level } = input
  const says = which === 'down' ? 'down' : 'running'
  const blank = { durationMs: blankMs[which], value: -1 } as const
  return (
    <>
      <CheckField
        aria-label={`${label} flashes`}
        value={flash !== null}
        onValue={(isOn) => onFlash(isOn ? blank : null)}
      >
        Flashes
      </CheckField>
      {flash !== null && (
        <div className="stack form-pair">
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
              options={typesOf(says, level)}
              onValue={(value) => onFlash({ ...flash, value: countedAs(value) })}
            />
          ) : (
            <p className="stack flush">
              <span>
                Flashes are{' '}
                <b>{flash.value === -1 ? 'ignored' : `counted as ${flashMeans(says, level, flash.value)}`}</b>
              </span>
              <span className="note">Another choice needs a firmware that supports flashing filters</span>
            </p>
          )}
        </div>
      )}
    </>
  )
}
