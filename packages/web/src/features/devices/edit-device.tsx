import { updateDevice } from '@millwatch/contract/http/devices'
import { MINIMUM_POLL_INTERVAL_S } from '@millwatch/domain/devices'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Submit } from '../../ui/submit.tsx'
import { DeviceId } from './device-id.tsx'
import { NameField } from './name-field.tsx'
import { RateField } from './rate-field.tsx'
import { RoleFields } from './role-fields.tsx'
import { type DeviceType, TypeField } from './type-field.tsx'
import type { Device } from './types.ts'

/**
 * Returns the poll interval that a person typed, rounded to whole seconds and raised to the minimum of 30; null for a blank text.
 */
const rateOf = (text: string): number | null =>
  text.trim() === '' ? null : Math.max(MINIMUM_POLL_INTERVAL_S, Math.round(Number(text)))

/** Dialog that changes name, role, type and poll interval of a device. It sends only the fields that differ. */
export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const { draft, change, bind, form } = useForm({
    stored: {
      name: device.name ?? '',
      isPrimary: device.is_primary,
      active: device.active,
      type: (device.device_type_id === 1 ? 1 : 2) as DeviceType,
      rate: device.poll_interval_s === null ? '' : String(device.poll_interval_s),
    },
    unchanged: 'Nothing has changed',
    work: (_, { name, isPrimary, active, type, rate }) =>
      call(updateDevice, {
        params: { id: device.id },
        body: {
          ...(name !== undefined && { name }),
          ...(isPrimary !== undefined && { primary: isPrimary }),
          ...(active !== undefined && { active }),
          ...(type !== undefined && { deviceTypeId: type }),
          ...(rate !== undefined && { pollInterval: rateOf(rate) }),
        },
      }),
    done: 'Device updated successfully',
    failed: 'Error updating device',
    changes: 'all',
    onDone: onClose,
  })
  return (
    <Dialog title="Edit device" onClose={onClose} width={560} keepsEntries>
      <Form aria-label="Edit device" {...form}>
        <DeviceId device={device} />
        <NameField {...bind('name')} />
        <RoleFields role={draft} onRole={change} />
        <div className="stack form-pair">
          <TypeField {...bind('type')} />
          <RateField
            value={draft.rate}
            onValue={(rate) => change({ rate })}
            supportsPolling={device.CurrentFirmware?.config.supports_polling ?? null}
          />
        </div>
        <Submit>Save</Submit>
      </Form>
    </Dialog>
  )
}
