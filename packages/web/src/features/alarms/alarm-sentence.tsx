import { useId, useState } from 'react'
import { LockIcon } from '../../ui/icons.tsx'
import { Pick } from '../../ui/pick-field.tsx'
import { ArgumentToken } from './argument-token.tsx'
import { type AlarmDraft, argumentsOf, defaultsOf, unitOf } from './draft.ts'
import { LimitReading } from './limit-reading.tsx'
import { Part } from './part.tsx'
import type { AlarmTypeFacts } from './queries.ts'

interface AlarmSentenceProps {
  draft: AlarmDraft
  types: readonly AlarmTypeFacts[]
  machines: readonly { readonly id: number; readonly name: string }[]
  machineName: string | undefined
  /** True: equipment and type cannot be changed. */
  isEditing: boolean
  /** True: the equipment cannot be changed. */
  isPreset: boolean
  /** Unit of the analog input of the machine; empty: none. */
  analogUnit: string
  zone: string
  onChange: (part: Partial<AlarmDraft>) => void
}

/**
 * Editor of the condition of an alarm as a sentence: the equipment, the alarm type, and each argument of the type as a field.
 * Under it are the description of the argument that had the focus last, or of the type, and the values that the limit is compared
 * with.
 */
export function AlarmSentence(props: AlarmSentenceProps) {
  const { draft, types, machines, machineName, isEditing, isPreset, analogUnit, zone, onChange } = props
  const hintId = useId()
  const [focused, setFocused] = useState<string>()
  const type = types.find(({ id }) => id === draft.typeId)
  const about = type && argumentsOf(type).find(([name]) => name === focused)?.[1].description
  const choose = (value: string | undefined): void => {
    const chosen = types.find(({ id }) => String(id) === value)
    onChange({ typeId: chosen?.id, args: chosen === undefined ? {} : defaultsOf(chosen) })
  }
  return (
    <Part title="When">
      <div className="row title alarm-sentence">
        <span>on</span>
        {isEditing || isPreset ? (
          <Locked label="Equipment">{machineName ?? '…'}</Locked>
        ) : (
          <Pick
            aria-label="Equipment"
            className={draft.machineId === undefined ? 'alarm-token alarm-missing' : 'alarm-token'}
            value={draft.machineId === undefined ? undefined : String(draft.machineId)}
            options={machines.map(({ id, name }) => ({ value: String(id), label: name }))}
            placeholder="Equipment"
            onValue={(value) => onChange({ machineId: value === undefined ? undefined : Number(value), outputs: [] })}
          />
        )}
        <span>the</span>
        {isEditing ? (
          <Locked label="Alarm type">{type?.name ?? '…'}</Locked>
        ) : (
          <Pick
            aria-label="Alarm type"
            className={type === undefined ? 'alarm-token alarm-missing' : 'alarm-token'}
            value={draft.typeId === undefined ? undefined : String(draft.typeId)}
            options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
            placeholder="Alarm type"
            onValue={choose}
          />
        )}
        {type !== undefined &&
          argumentsOf(type).map(([name, argument]) => (
            <ArgumentToken
              key={name}
              name={name}
              argument={argument}
              value={draft.args[name] ?? ''}
              unit={unitOf(name, argument, draft, analogUnit)}
              onValue={(value) => onChange({ args: { ...draft.args, [name]: value } })}
              onFocus={() => setFocused(name)}
            />
          ))}
      </div>
      <p className="note" id={hintId}>
        <span aria-live="polite">
          {isEditing && 'Equipment and type stay as they were chosen. '}
          {about || type?.description}
        </span>{' '}
        {type !== undefined && <LimitReading draft={draft} type={type} analogUnit={analogUnit} zone={zone} />}
      </p>
    </Part>
  )
}

/** Word of the sentence with a lock, for equipment or a type that cannot be changed. */
const Locked = ({ label, children }: { label: string; children: string }) => (
  <span className="box inline any-break alarm-locked">
    <LockIcon />
    <span className="sr-only">{label}</span>
    <bdi>{children}</bdi>
  </span>
)
