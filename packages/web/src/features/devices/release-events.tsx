import type { Body } from '@millwatch/contract/endpoint'
import { releaseManyFromQuarantine } from '@millwatch/contract/http/ingest-quarantine'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { counted } from '../../lib/format.ts'
import { instantOfWallText } from '../../lib/wall-text.ts'
import { dayIn } from '../../lib/zoned.ts'
import { useZone } from '../../scope/zone.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { FieldFaults } from '../../ui/form/faults.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { PickIds } from '../../ui/pick-ids.tsx'
import { momentFault } from '../../ui/wall-text.ts'
import type { Device } from './types.ts'

type Choice = Body<typeof releaseManyFromQuarantine>

/** Reasons for quarantine whose events a person can release, with their words. */
const REASONS: readonly { value: Choice['reason']; text: string }[] = [
  { value: 'clock_far_ahead', text: 'Time more than 24 hours ahead' },
  { value: 'clock_ahead', text: 'Time more than 5 minutes ahead' },
  { value: 'clock_reset', text: 'Clock of the device fell back' },
  { value: 'batch_id_reused', text: 'batch_id used before with other content' },
]

interface Entries {
  reason: string
  deviceIds: number[]
  from: string
  until: string
}

const stored: Entries = { reason: 'clock_far_ahead', deviceIds: [], from: '', until: '' }

function bodyOf({ reason, deviceIds, from, until }: Entries, zone: string): Choice {
  return {
    reason: REASONS.find(({ value }) => value === reason)?.value ?? 'clock_far_ahead',
    ...(deviceIds.length > 0 && { device_ids: deviceIds }),
    ...(from !== '' && { received_from: instantOfWallText(from, zone) }),
    ...(until !== '' && { received_to: instantOfWallText(until, zone) }),
  }
}

function faultsOf({ from, until }: Pick<Entries, 'from' | 'until'>, lastDay: string): FieldFaults<'from' | 'until'> {
  const isReversed = from !== '' && until !== '' && until <= from
  const [first, second] = [from, until].map((text) => momentFault(text, { lastDay }))
  const last = second ?? (first === undefined && isReversed ? 'Choose a time after the first one' : undefined)
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { until: last }) }
}

/**
 * Releases all events in quarantine that match a choice, in as many calls as needed, and returns their number; 0 if none matches.
 */
async function releaseAll(body: Choice): Promise<number> {
  let released = 0
  for (;;) {
    const { events, more } = await call(releaseManyFromQuarantine, { body })
    released += events
    if (!more) return released
  }
}

/**
 * Dialog that releases events in quarantine of many devices at once: those with the chosen reason, of the chosen devices (none
 * chosen: all), received in the chosen period `[from, before)` (open where blank).
 */
export function ReleaseEvents({ devices, onClose }: { devices: readonly Device[] | undefined; onClose: () => void }) {
  const zone = useZone()
  const now = useNow(60_000)
  const { draft, change, bind, form } = useForm({
    stored,
    work: (entries) => releaseAll(bodyOf(entries, zone)),
    faults: ({ from, until }) => faultsOf({ from, until }, dayIn(now, zone)),
    done: (events) => (events === 0 ? 'No such event is waiting' : `${counted(events, 'event')} released`),
    failed: 'Error releasing events',
    changes: 'all',
    onDone: onClose,
  })
  const place = zone.replaceAll('_', ' ')
  return (
    <Dialog title="Release events" onClose={onClose} width={560} keepsEntries>
      <Form className="stack wide form" aria-label="Release events" {...form}>
        <p className="muted">
          Do this once the clocks are right. Each event counts at its own time, so past figures change; one that is
          dated ahead counts when its time has come. It cannot be undone.
        </p>
        <SelectField label="Reason" options={REASONS.map(({ value, text }) => ({ value, text }))} {...bind('reason')} />
        <PickIds
          label="Devices"
          hint="None chosen: all devices of the company"
          placeholder="All devices"
          gone="A removed device"
          options={devices?.map(({ id, name, device_uuid, Equipment }) => ({
            value: String(id),
            label: [name ?? device_uuid, Equipment?.name].filter(Boolean).join(' · '),
          }))}
          chosen={draft.deviceIds}
          onChosen={(deviceIds) => change({ deviceIds })}
        />
        <MomentField
          zone={zone}
          label="Received from"
          hint={`Blank: from the first one. Time of ${place}`}
          {...bind('from')}
        />
        <MomentField
          zone={zone}
          label="Received before"
          hint={`Blank: until now. Time of ${place}`}
          {...bind('until')}
        />
        <FormFoot submit="Release events" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
