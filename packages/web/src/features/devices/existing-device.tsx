import { reassignDevice } from '@millwatch/contract/http/devices'
import { deviceWords, roleWhenPut } from '@millwatch/domain/devices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { instantOfWallText, wallText } from '../../lib/wall-text.ts'
import { placeOf } from '../../lib/zoned.ts'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Submit } from '../../ui/submit.tsx'
import { momentFault } from '../../ui/wall-text.ts'
import { unassignedQuery } from './queries.ts'
import { givesWay, RoleFields } from './role-fields.tsx'
import type { Device, MachineOfDevices } from './types.ts'

interface ExistingDeviceProps {
  machine: MachineOfDevices
  /** Id of the device that is selected at first; undefined: none. */
  wanted: number | undefined
  onDone: () => void
}

/**
 * Form that assigns a device without a machine to this machine, from now on, or from a time in the past together with the events
 * that it sent after that time. It shows a note if there is no device without a machine.
 */
export function ExistingDevice({ machine, wanted, onDone }: ExistingDeviceProps) {
  const { data: devices, error } = useQuery(unassignedQuery)
  const zone = machine.actual_timezone
  const now = wallText(useNow(60_000), zone)
  const isOffered = (id: string): boolean => devices?.some((device) => String(device.id) === id) === true
  const { draft, change, bind, form } = useForm({
    stored: {
      ...roleWhenPut({}, machine.Devices.length === 0),
      id: wanted === undefined ? '' : String(wanted),
      since: '',
    },
    missing: ({ id }) => (isOffered(id) ? undefined : 'Choose a device first'),
    faults: ({ since }) => {
      const fault =
        momentFault(since, { lastDay: now.slice(0, 10) }) ?? (since > now ? 'Choose a time in the past' : undefined)
      return fault === undefined ? {} : { since: fault }
    },
    work: ({ id, isPrimary: primary, active, since }) => {
      const from = since === '' ? {} : { from: instantOfWallText(since, zone) }
      return call(reassignDevice, {
        params: { id: Number(id) },
        body: { equipId: machine.id, primary, active, ...from },
      })
    },
    done: 'Device reassigned successfully',
    failed: 'Error reassigning device',
    changes: 'all',
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
  return (
    <Form aria-label="Existing device" {...form}>
      <SelectField
        label="Device"
        options={[
          { value: '', text: 'Choose a device' },
          ...devices.map((device) => ({ value: String(device.id), text: wordsOf(device) })),
        ]}
        {...bind('id')}
        value={isOffered(draft.id) ? draft.id : ''}
      />
      <RoleFields role={draft} onRole={change} hint={givesWay(machine.Devices.some((device) => device.is_primary))} />
      <MomentField
        label="Counts from"
        zone={zone}
        hint={`Clock of ${placeOf(zone)}. Blank: from now on. A time in the past: what it sent since then, on no machine, counts here.`}
        {...bind('since')}
      />
      <Submit>Add device</Submit>
    </Form>
  )
}

const wordsOf = (device: Device): string =>
  `${deviceWords(device.name, device.device_uuid)}, ${device.last_contact_at === null ? 'no contact yet' : device.in_contact ? 'in contact' : 'out of contact'}`
