import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { MachineField } from './machine-field.tsx'
import { machinesQuery, primaryDeviceOf } from './queries.ts'
import type { Setup } from './setup-draft.ts'
import type { Device } from './types.ts'

interface CopyConfigProps {
  /** Id of the machine on screen, which cannot be chosen; undefined: all can be. */
  exceptId: number | undefined
  onCopied: (setup: Setup) => void
}

/** Returns the input set-up of `device`. Throws an error if there is no device, it is not of type 2, or it has no set-up. */
function copyOf(device: Device | undefined): Setup {
  if (device !== undefined && device.device_type_id !== 2) throw new Error('Unable to copy from non Millwatch device.')
  if (device?.input_setup == null) throw new Error('Equipment has no config to copy.')
  return device.input_setup
}

/**
 * Field for another machine, with a button that passes the input set-up of its primary device to `onCopied`, or shows why there
 * is none to copy. Nothing is saved.
 */
export function CopyConfig({ exceptId, onCopied }: CopyConfigProps) {
  const [source, setSource] = useState<string>()
  const { data: machines } = useQuery(machinesQuery)
  const name = machines?.find((machine) => String(machine.id) === source)?.name
  const copying = useMutation({
    mutationFn: async () => copyOf(await primaryDeviceOf(Number(source))),
    onSuccess: onCopied,
  })
  return (
    <div className="stack device-copy">
      <MachineField
        label="Copy from another machine"
        value={source}
        exceptId={exceptId}
        onValue={(id) => {
          setSource(id)
          copying.reset()
        }}
      />
      <Button
        disabled={source === undefined || copying.isPending}
        title={source === undefined ? 'Choose a machine first' : undefined}
        onClick={() => copying.mutate()}
      >
        Copy
      </Button>
      <p className="whole-line device-copy-said" role="status">
        {copying.isSuccess && `Copied from ${name ?? ''}`}
        {copying.error?.message}
      </p>
    </div>
  )
}
