import { discardClockReset, releaseClockReset } from '@millwatch/contract/http/ingest-quarantine'
import { call } from '../../lib/api.ts'
import { timeNear } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import type { ListedDevice, MachineOfDevices } from './types.ts'

interface ClockResetProps {
  listedDevice: ListedDevice
  machine: MachineOfDevices
}

/**
 * Notice on a device whose clock fell back, with the number of its events in quarantine; nothing for other devices. People who
 * may do so discard these events or release them, after a confirmation.
 */
export function ClockReset({ listedDevice, machine }: ClockResetProps) {
  const { clock_reset } = listedDevice
  return clock_reset === null ? null : <Reset {...clock_reset} id={listedDevice.id} machine={machine} />
}

interface ResetProps {
  id: number
  since: string
  events: number
  machine: MachineOfDevices
}

function Reset({ id, since, events, machine }: ResetProps) {
  const may = useMay()
  const settling = useSettling(id, events, machine.name)
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
          {may(discardClockReset) && <Button onClick={settling.discard}>Discard events</Button>}
          {may(releaseClockReset) && <Button onClick={settling.release}>Release events</Button>}
        </div>
      ) : (
        <p className="muted">An admin discards or releases {events === 1 ? 'it' : 'them'}.</p>
      )}
    </div>
  )
}

const eventWords = (events: number): string => `${count(events)} ${events === 1 ? 'event' : 'events'}`

function useSettling(id: number, events: number, machineName: string) {
  const discard = useConfirmed({
    title: `Discard ${eventWords(events)}?`,
    text: 'Choose this when the clock of the device was wrong. The events never count, and cannot be released later.',
    yes: 'Discard events',
    removes: true,
    work: () => call(discardClockReset, { params: { id } }),
    done: 'Events discarded',
    failed: 'Error discarding events',
    changes: 'all',
  })
  const release = useConfirmed({
    title: `Release ${eventWords(events)}?`,
    text: `Choose this only when the dates are right, as in an import of history. The events count from then on: the timeline of ${machineName} begins with the oldest, and its past figures change.`,
    yes: 'Release events',
    work: () => call(releaseClockReset, { params: { id } }),
    done: 'Events released',
    failed: 'Error releasing events',
    changes: 'all',
  })
  return { discard, release }
}
