import type { Answer } from '@millwatch/contract/endpoint'
import { quarantineOfEquipment, releaseFromQuarantine } from '@millwatch/contract/http/ingest-quarantine'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { timeNear } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'

type Entry = Answer<typeof quarantineOfEquipment>['quarantine'][number]

interface QuarantineProps {
  machineId: number
  asOf: number
  zone: string
}

/** Number of characters of an event that are shown, at most; the API returns all of them. */
const SHOWN = 400

const keyOf = (machineId: number) => ['quarantine', machineId] as const

/**
 * List of the latest 100 events in quarantine of a machine's devices, closed at first and loaded when it is opened. People who
 * may do so release single events that can be released and are not scheduled for release yet.
 */
export function Quarantine({ machineId, asOf, zone }: QuarantineProps) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: keyOf(machineId),
    queryFn: ({ signal }) => call(quarantineOfEquipment, { params: { id: machineId }, signal }),
    enabled: open,
  })
  return (
    <details className="below" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>In quarantine</summary>
      {error !== null && <p className="muted">{error.message}</p>}
      {data?.quarantine.length === 0 && <p className="muted">Nothing is waiting: all entries were released.</p>}
      <ul className="stack scroll-box below">
        {data?.quarantine.map((entry) => (
          <QuarantinedEvent key={entry.id} entry={entry} machineId={machineId} asOf={asOf} zone={zone} />
        ))}
      </ul>
    </details>
  )
}

function QuarantinedEvent({ entry, machineId, asOf, zone }: QuarantineProps & { entry: Entry }) {
  const may = useMay()
  const client = useQueryClient()
  const release = useMutation({
    mutationFn: () => call(releaseFromQuarantine, { params: { id: entry.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(machineId) }),
  })
  const received = timeNear(Date.parse(entry.received_at), asOf, zone)
  const due = entry.release_at === null ? null : timeNear(Date.parse(entry.release_at), asOf, zone)
  return (
    <li>
      <p className="row">
        {entry.reason_text}
        <span className="muted">
          {' '}
          · received {received}
          {due !== null && ` · released at ${due}`}
        </span>
        {may(releaseFromQuarantine) && entry.releasable && due === null && (
          <Button disabled={release.isPending} onClick={() => release.mutate()}>
            Release
          </Button>
        )}
      </p>
      {release.error !== null && <p className="muted">{release.error.message}</p>}
      <code className="mono muted block">{entry.raw.length > SHOWN ? `${entry.raw.slice(0, SHOWN)}…` : entry.raw}</code>
      {entry.sha256 !== null && (
        <p className="muted">
          Kept shortened, of {count(entry.original_bytes)} bytes. SHA-256 of all:{' '}
          <span className="mono muted block">{entry.sha256}</span>
        </p>
      )}
    </li>
  )
}
