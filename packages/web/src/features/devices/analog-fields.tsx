import { analogValue } from '@millwatch/domain/devices'
import { placeOf } from '../../lib/zoned.ts'
import { TextField } from '../../ui/field.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { type AnalogDraft, analogOfDraft } from './analog-draft.ts'

interface AnalogFieldsProps {
  draft: AnalogDraft
  onDraft: (draft: AnalogDraft) => void
  zone: string
}

/** Raw reading in the example of a converted value. */
const SAMPLE = 512

const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 10 })

/**
 * Fields for unit, scale and offset of a raw analog reading and for the day from which they are in force, with an example of a
 * converted reading. `onDraft` gets each change; nothing is saved.
 */
export function AnalogFields({ draft, onDraft, zone }: AnalogFieldsProps) {
  const change = (part: Partial<AnalogDraft>) => onDraft({ ...draft, ...part })
  const config = analogOfDraft(draft)
  return (
    <fieldset className="stack box wide device-inputs">
      <legend className="value">Analog input</legend>
      <div className="stack wide device-analog">
        <TextField
          label="Unit"
          value={draft.unit}
          maxLength={32}
          placeholder="bar"
          onValue={(unit) => change({ unit })}
        />
        <TextField label="Scale" inputMode="decimal" value={draft.scale} onValue={(scale) => change({ scale })} />
        <TextField label="Offset" inputMode="decimal" value={draft.offset} onValue={(offset) => change({ offset })} />
      </div>
      <p className="any-break callout device-setup" role="status">
        {config === null
          ? 'Type a number for scale and offset'
          : `Shown is raw × scale + offset: a raw ${SAMPLE} as ${plain.format(analogValue(SAMPLE, config))}${config.unit === null ? '' : ` ${config.unit}`}`}
      </p>
      <MomentField
        label="Counts from the beginning of"
        hasTime={false}
        zone={zone}
        value={draft.fromDay}
        hint={
          draft.fromDay === ''
            ? 'Blank: from now on; readings before stay as they are shown now'
            : `Readings since that day in ${placeOf(zone)} are shown anew`
        }
        onValue={(fromDay) => change({ fromDay })}
      />
    </fieldset>
  )
}
