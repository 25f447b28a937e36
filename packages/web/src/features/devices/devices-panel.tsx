import './devices.css'
import { createClaimCode, createDevice } from '@millwatch/contract/http/devices'
import { useState } from 'react'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { AddDevice } from './add-device.tsx'
import { ClaimCode } from './claim-code.tsx'
import { DeviceCard } from './device-card.tsx'
import { Quarantine } from './quarantine.tsx'
import type { ListedDevice, MachineOfDevices } from './types.ts'

/** Order with the primary device first, then active devices, then the others, each by id. */
const byRank = (a: ListedDevice, b: ListedDevice): number =>
  Number(b.is_primary) - Number(a.is_primary) || Number(b.active) - Number(a.active) || a.id - b.id

/**
 * Panel with the devices of a machine, the primary first, with buttons to add one and to make a claim code. Adding is locked for
 * people who may not do it and for an archived machine. The list of events in quarantine is there if any event was ever put
 * there, also after all were released.
 */
export function DevicesPanel({ machine }: { machine: MachineOfDevices }) {
  const may = useMay()
  const [dialog, setDialog] = useState<'add' | 'claim'>()
  const close = () => setDialog(undefined)
  const locked = !may(createDevice)
    ? 'An admin adds devices'
    : machine.active
      ? undefined
      : 'This equipment is archived. Restore it first'
  const asOf = Date.parse(machine.as_of)
  const zone = machine.actual_timezone
  return (
    <section className="stack wide devices-panel" aria-label="Devices">
      <div className="row">
        <Button disabled={locked !== undefined} title={locked} onClick={() => setDialog('add')}>
          Add device
        </Button>
        {may(createClaimCode) && machine.active && <Button onClick={() => setDialog('claim')}>Claim code</Button>}
        {locked !== undefined && <span className="muted">{locked}</span>}
      </div>
      {machine.Devices.length === 0 ? (
        <p className="muted">
          No attached devices. {locked === undefined && 'Until one is added, this machine sends no data.'}
        </p>
      ) : (
        <ul className="stack wide devices">
          {[...machine.Devices].sort(byRank).map((listedDevice) => (
            <DeviceCard key={listedDevice.id} listedDevice={listedDevice} machine={machine} />
          ))}
        </ul>
      )}
      {machine.Devices.some((device) => device.quarantined > 0) && (
        <Quarantine machineId={machine.id} asOf={asOf} zone={zone} />
      )}
      {dialog === 'add' && <AddDevice machine={machine} onClose={close} />}
      {dialog === 'claim' && <ClaimCode machine={machine} onClose={close} />}
    </section>
  )
}
