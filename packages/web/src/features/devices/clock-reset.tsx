import { discardClockReset, releaseClockReset } from '@millwatch/contract/http/ingest-quarantine'
import { call } from '../../lib/api.ts'
import { timeNear } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { ListedDevice, MachineOfDevices } from './types.ts'
import { useDeviceChange } from './use-device-change.ts'

interface ClockResetProps {
  listedDevice: ListedDevice
  machine: MachineOfDevices
}

/**
 * Notice on a device whose clock fell back; nothing for other devices. People who may do so discard its quarantined events,
 * or release them, after a confirmation.
 */
export function ClockReset({ listedDevice, machine }: ClockResetProps) {
  const may = useMay()
  const settling = useSettling(listedDevice, machine)
  if (listedDevice.clock_reset === null) return null
  const { since, events } = listedDevice.clock_reset
  const at = timeNear(Date.parse(since), Date.parse(machine.as_of), machine.actual_timezone)
  return (
    <div className="stack near callout below device-clock-reset" role="status">
      <p>
        <strong>The clock of this device fell back.</strong> Since {at} it sent {eventWords(events)} dated long before
        the device was added. {events === 1 ? 'It is' : 'They are'} in quarantine and {events === 1 ? 'does' : 'do'} not
        count. Check the battery and the time server of the device.
      </p>
      {may(discardClockReset) || may(releaseClockReset) ? (
        <div className="row">
          {may(discardClockReset) && <Button onClick={() => settling.discard(events)}>Discard events</Button>}
          {may(releaseClockReset) && <Button onClick={() => settling.release(events)}>Release events</Button>}
        </div>
      ) : (
        <p className="muted">An admin discards or releases {events === 1 ? 'it' : 'them'}.</p>
      )}
    </div>
  )
}

const eventWords = (events: number): string => `${count(events)} ${events === 1 ? 'event' : 'events'}`

function useSettling(listedDevice: ListedDevice, machine: MachineOfDevices) {
  const confirm = useConfirm()
  const params = { id: listedDevice.id }
  const discarding = useDeviceChange({
    work: () => call(discardClockReset, { params }),
    done: 'Events discarded',
    failed: 'Error discarding events',
  })
  const releasing = useDeviceChange({
    work: () => call(releaseClockReset, { params }),
    done: 'Events released',
    failed: 'Error releasing events',
  })
  return {
    discard: (events: number) =>
      confirm({
        title: `Discard ${eventWords(events)}?`,
        text: 'Choose this when the clock of the device was wrong. The events never count, and cannot be released later.',
        yes: 'Discard events',
        onYes: () => discarding.mutateAsync(undefined),
      }),
    release: (events: number) =>
      confirm({
        title: `Release ${eventWords(events)}?`,
        text: `Choose this only when the dates are right, as in an import of history. The events count from then on: the timeline of ${machine.name} begins with the oldest, and its past figures change.`,
        yes: 'Release events',
        onYes: () => releasing.mutateAsync(undefined),
      }),
  }
}
