import { reassignDevice } from '@millwatch/contract/http/devices'
import { roleWhenPut } from '@millwatch/domain/devices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { instantOfWallText, wallText } from '../../lib/wall-text.ts'
import { placeOf } from '../../lib/zoned.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Submit } from '../../ui/submit.tsx'
import { unassignedQuery } from './queries.ts'
import { givesWay, RoleFields } from './role-fields.tsx'
import type { Device, MachineOfDevices } from './types.ts'
import { useDeviceChange } from './use-device-change.ts'

interface ExistingDeviceProps {
  machine: MachineOfDevices
  /** Id of the device found by its UUID, selected at first. */
  wanted: number | undefined
  onDone: () => void
}

/** Form that assigns a device without a machine to this machine, from now on or from an earlier time. */
export function ExistingDevice({ machine, wanted, onDone }: ExistingDeviceProps) {
  const { data: devices, error } = useQuery(unassignedQuery)
  const [chosen, setChosen] = useState(wanted === undefined ? '' : String(wanted))
  const [role, setRole] = useState(() => roleWhenPut({}, machine.Devices.length === 0))
  const [since, setSince] = useState('')
  const zone = machine.actual_timezone
  const isAhead = since > wallText(useNow(60_000), zone)
  const putting = useDeviceChange({
    work: (id: number) => {
      const { isPrimary: primary, active } = role
      const from = since === '' ? {} : { from: instantOfWallText(since, zone) }
      return call(reassignDevice, { params: { id }, body: { equipId: machine.id, primary, active, ...from } })
    },
    done: 'Device reassigned successfully',
    failed: 'Error reassigning device',
    onDone,
  })
  if (error !== null) return <p role="alert">{error.message}</p>
  if (devices === undefined) return <Skeleton height={160} />
  if (devices.length === 0)
    return (
      <p className="muted">
        No unassigned devices. One that stands on another machine is moved from there, with Reassign.
      </p>
    )
  const isOffered = devices.some((device) => String(device.id) === chosen)
  return (
    <Form aria-label="Existing device" onSubmit={() => putting.mutate(Number(chosen))}>
      <SelectField
        label="Device"
        value={isOffered ? chosen : ''}
        options={[
          { value: '', text: 'Choose a device' },
          ...devices.map((device) => ({ value: String(device.id), text: wordsOf(device) })),
        ]}
        onValue={setChosen}
      />
      <RoleFields role={role} onRole={setRole} hint={givesWay(machine.Devices.some((device) => device.is_primary))} />
      <TextField
        label="Counts from"
        type="datetime-local"
        value={since}
        error={isAhead ? PAST_ONLY : undefined}
        hint={`Clock of ${placeOf(zone)}. Blank: from now on. A time in the past: what it sent since then, on no machine, counts here.`}
        onValue={setSince}
      />
      <Submit missing={!isOffered ? 'Choose a device first' : isAhead ? PAST_ONLY : undefined} busy={putting.isPending}>
        Add device
      </Submit>
    </Form>
  )
}

const PAST_ONLY = 'Choose a time that has been'

const wordsOf = (device: Device): string =>
  `${device.device_uuid}, ${device.last_contact_at === null ? 'no contact yet' : device.in_contact ? 'in contact' : 'out of contact'}`
