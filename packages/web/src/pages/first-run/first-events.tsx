import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Takeaways } from '../../features/devices/takeaways.tsx'
import type { Made } from '../../features/identity/first-run.ts'
import { useEquipmentLive } from '../../features/tree/live.ts'
import { equipmentQuery } from '../../features/tree/queries.ts'
import { openLive } from '../../live/socket.ts'
import { userQuery } from '../../scope/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { statusKey } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

/**
 * Box with the live status of a machine: a text that it waits for the first message of its device, then the status and a link to
 * its page.
 */
function LiveMachine({ id, name }: { id: number; name: string }) {
  useEquipmentLive(id)
  const { data: machine } = useQuery(equipmentQuery(id))
  const status = machine?.current_status ?? null
  const key = statusKey(status?.status)
  return (
    <div className={`box row first-run-live status-${key}`} role="status" data-live={status !== null}>
      <span className="strong">{name}</span>
      {status === null ? (
        <span>Waiting for the first event…</span>
      ) : (
        <>
          <StatusTag status={key} since={Date.parse(status.started_at)} large />
          <ButtonLink primary className="push" to={`/e/${id}`}>
            Open the machine
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/**
 * End of step 3 of the set-up: the key of the first device, commands that send an event, and the machine's live status. It
 * opens the live connection.
 */
export function FirstEvents({ made, machineName }: { made: Made; machineName: string }) {
  const client = useQueryClient()
  useEffect(() => openLive(() => void client.invalidateQueries({ queryKey: userQuery.queryKey })), [client])
  const access = { uuid: made.device_uuid, key: made.device_key }
  return (
    <div className="stack panel wide entrance-form">
      <p>{machineName} waits for its device. The key is shown this once: keep it, or make another one later.</p>
      <Takeaways access={access} />
      <LiveMachine id={made.equipment_id} name={machineName} />
    </div>
  )
}
