import { useQuery } from '@tanstack/react-query'
import { CheckField } from '../../ui/field.tsx'
import type { AlarmDraft } from './draft.ts'
import { allAlarmsOfQuery, outputSupportQuery } from './queries.ts'
import { outputNames } from './words.ts'

interface OutputFieldsProps {
  machineId: number
  /** Id of the alarm that is edited; undefined: a new one. */
  alarmId: number | undefined
  draft: AlarmDraft
  onChange: (part: Partial<AlarmDraft>) => void
}

/**
 * Checkboxes for the device outputs that are on while the alarm is tripped. An output cannot be chosen while another alarm of the
 * machine uses it, or if the firmware does not support outputs; one that is chosen can still be removed. Until both are known,
 * nothing can be changed.
 */
export function OutputFields({ machineId, alarmId, draft, onChange }: OutputFieldsProps) {
  const { data: hasSupport } = useQuery(outputSupportQuery(machineId))
  const { data: alarms } = useQuery(allAlarmsOfQuery(machineId))
  const others = alarms?.filter(({ id }) => id !== alarmId) ?? []
  const isKnown = hasSupport !== undefined && alarms !== undefined
  return (
    <div className="row apart">
      {outputNames.map((name) => {
        const isInUse = others.some(({ device_output_config: config }) => config[name] === true)
        const isChosen = draft.outputs.includes(name)
        const note = !isKnown
          ? undefined
          : isInUse
            ? '[Already in use]'
            : hasSupport
              ? undefined
              : "[Device firmware doesn't support outputs]"
        return (
          <CheckField
            key={name}
            value={isChosen}
            // One that was chosen before can always be taken away.
            disabled={!isKnown || (note !== undefined && !isChosen)}
            onValue={(isOn) =>
              onChange({
                outputs: outputNames.filter((other) => (other === name ? isOn : draft.outputs.includes(other))),
              })
            }
          >
            {name}
            {note !== undefined && <span className="note">{note}</span>}
          </CheckField>
        )
      })}
    </div>
  )
}
