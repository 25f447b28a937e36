import { Choice } from '../../ui/choice.tsx'
import { type AlarmDraft, hasClearNotice, type RepeatUnit, repeatUnits } from './draft.ts'
import { Part } from './part.tsx'
import type { AlarmTypeFacts } from './queries.ts'

interface NoticeFieldsProps {
  draft: AlarmDraft
  type: AlarmTypeFacts
  onChange: (part: Partial<AlarmDraft>) => void
}

const often = [
  { name: 'once', words: 'Once' },
  { name: 'every', words: 'Every' },
] as const
const answers = [
  { name: 'no', words: 'No' },
  { name: 'yes', words: 'Yes' },
] as const

/**
 * Fields for the repeat of notices and for a notice when the alarm clears. Each part is shown only if the alarm type supports it.
 */
export function NoticeFields({ draft, type, onChange }: NoticeFieldsProps) {
  return (
    <>
      {type.config.reassert_enabled && (
        <Part title="Notify">
          <div className="row">
            <Choice
              label="Notify"
              options={often}
              chosen={draft.isRepeated ? 'every' : 'once'}
              onChoose={(name) => onChange({ isRepeated: name === 'every' })}
            />
            {draft.isRepeated && (
              <>
                <input
                  type="number"
                  min={1}
                  className={draft.repeatValue === '' ? 'well alarm-token alarm-missing' : 'well alarm-token'}
                  aria-label="Time between notices"
                  placeholder="Number"
                  value={draft.repeatValue}
                  onChange={({ target }) => onChange({ repeatValue: target.value })}
                />
                <select
                  className="well alarm-token"
                  aria-label="Unit of the time between notices"
                  value={draft.repeatUnit}
                  onChange={({ target }) => onChange({ repeatUnit: target.value as RepeatUnit })}
                >
                  {Object.keys(repeatUnits).map((unit) => (
                    <option key={unit}>{unit}</option>
                  ))}
                </select>
                <span>until it clears or is acknowledged</span>
              </>
            )}
          </div>
        </Part>
      )}
      {hasClearNotice(type) && (
        <Part title="Notify on Clear">
          <div className="row">
            <Choice
              label="Notify on Clear"
              options={answers}
              chosen={draft.notifyOnClear ? 'yes' : 'no'}
              onChoose={(name) => onChange({ notifyOnClear: name === 'yes' })}
            />
            {draft.notifyOnClear && <span>the same people when it is over</span>}
          </div>
        </Part>
      )}
    </>
  )
}
