import { createClaimCode } from '@millwatch/contract/http/devices'
import { useMutation } from '@tanstack/react-query'
import { Modal } from 'antd'
import { call } from '../../lib/api.ts'
import { useNow } from '../../lib/clock.ts'
import { duration } from '../../lib/format.ts'
import { Copied } from '../../ui/copied.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { claimLine } from './lines.ts'
import type { MachineOfDevices } from './types.ts'

interface ClaimCodeProps {
  machine: Pick<MachineOfDevices, 'id' | 'name'>
  onClose: () => void
}

/** Dialog with a code by which a device assigns itself to a machine, and the time until the code expires. */
export function ClaimCode({ machine, onClose }: ClaimCodeProps) {
  useFocusBack()
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => call(createClaimCode, { body: { equipId: machine.id } }),
  })
  return (
    <Modal
      open
      title={
        <>
          Claim code for <bdi>{machine.name}</bdi>
        </>
      }
      footer={null}
      onCancel={onClose}
      width={560}
      mask={{ closable: false }}
    >
      <div className="form">
        <p>Whoever sets a device up in the field gives it this code; the device then puts itself on this machine.</p>
        {error !== null && <p role="alert">{error.message}</p>}
        {data !== undefined && <Code code={data.code} expiresAt={Date.parse(data.expires_at)} />}
        <div className="devices-ways">
          <button
            type="button"
            className={data === undefined ? 'button button-primary' : 'button'}
            disabled={isPending}
            onClick={() => mutate()}
          >
            {data === undefined ? 'Make a code' : 'Make another code'}
          </button>
          <button type="button" className={data === undefined ? 'button' : 'button button-primary'} onClick={onClose}>
            {data === undefined ? 'Cancel' : 'Done'}
          </button>
        </div>
      </div>
    </Modal>
  )
}

function Code({ code, expiresAt }: { code: string; expiresAt: number }) {
  const leftMs = expiresAt - useNow()
  const isOver = leftMs <= 0
  return (
    <>
      <p className="claim-code" data-over={isOver || undefined}>
        {code}
      </p>
      <p className="device-second" role="timer">
        {isOver ? 'This code is over. Make another one.' : `Good for one device, for another ${duration(leftMs)}`}
      </p>
      <div className="device-taken">
        <span className="device-second">What the device sends, with its own UUID</span>
        <Copied label="Claim by curl" value={claimLine(location.origin, code)} />
      </div>
    </>
  )
}
