import { createClaimCode } from '@millwatch/contract/http/devices'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { duration } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Copied } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { claimLine } from './lines.ts'
import type { MachineOfDevices } from './types.ts'

interface ClaimCodeProps {
  machine: Pick<MachineOfDevices, 'id' | 'name'>
  onClose: () => void
}

/**
 * Dialog that makes a claim code for a machine on a click, and shows it with the time until it expires. One device with this code
 * can assign itself to the machine.
 */
export function ClaimCode({ machine, onClose }: ClaimCodeProps) {
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => call(createClaimCode, { body: { equipId: machine.id } }),
  })
  return (
    <Dialog
      title={
        <>
          Claim code for <bdi>{machine.name}</bdi>
        </>
      }
      onClose={onClose}
      width={560}
      keepsEntries
    >
      <div className="stack wide form">
        <p>
          Give this code to the person who sets up the device in the field. The device is then assigned to this machine.
        </p>
        {error !== null && <p role="alert">{error.message}</p>}
        {data !== undefined && <Code code={data.code} expiresAt={Date.parse(data.expires_at)} />}
        <div className="row">
          <Button primary={data === undefined} disabled={isPending} onClick={() => mutate()}>
            {data === undefined ? 'Make a code' : 'Make another code'}
          </Button>
          <Button primary={!(data === undefined)} onClick={onClose}>
            {data === undefined ? 'Cancel' : 'Done'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Code({ code, expiresAt }: { code: string; expiresAt: number }) {
  const leftMs = expiresAt - useNow()
  const isOver = leftMs <= 0
  return (
    <>
      <p className="figure-large claim-code" data-over={isOver || undefined}>
        {code}
      </p>
      <p className="muted" role="timer">
        {isOver ? 'This code is over. Make another one.' : `Good for one device, for another ${duration(leftMs)}`}
      </p>
      <div className="stack tight">
        <span className="muted">Request of the device, with its own UUID</span>
        <Copied label="Claim by curl" value={claimLine(location.origin, code)} />
      </div>
    </>
  )
}
