import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { AddDevice } from './add-device.tsx'
import { KeyShown } from './key-shown.tsx'
import type { DeviceAccess } from './lines.ts'
import { MachineField } from './machine-field.tsx'
import { NewDevice } from './new-device.tsx'
import { machineQuery } from './queries.ts'

/**
 * Dialog that adds a device when no machine is on screen. A person first chooses the machine, or that the device has no machine
 * yet; then the forms to add a device follow.
 */
export function AddToCompany({ onClose }: { onClose: () => void }) {
  const [machineId, setMachineId] = useState<string>()
  const [hasNone, setNone] = useState(false)
  const [made, setMade] = useState<DeviceAccess>()
  const {
    data: machine,
    error,
    refetch,
  } = useQuery({
    ...machineQuery(Number(machineId)),
    enabled: machineId !== undefined,
  })
  if (machineId !== undefined && machine !== undefined) return <AddDevice machine={machine} onClose={onClose} />
  return (
    <Dialog title="Add device" onClose={onClose} width={680} keepsEntries>
      {made !== undefined && <KeyShown access={made} onClose={onClose} />}
      {made === undefined && (
        <div className="stack wide">
          {!hasNone && <MachineField label="Machine" value={machineId} exceptId={undefined} onValue={setMachineId} />}
          {machineId !== undefined && error === null && <Skeleton height={160} />}
          {machineId !== undefined && error !== null && <TryAgain onRetry={refetch}>{error.message}</TryAgain>}
          {machineId === undefined && (
            <CheckField value={hasNone} onValue={setNone}>
              No machine yet: what the device sends stays with it
            </CheckField>
          )}
          {hasNone && <NewDevice machine={null} onMade={setMade} onExisting={undefined} />}
        </div>
      )}
    </Dialog>
  )
}
