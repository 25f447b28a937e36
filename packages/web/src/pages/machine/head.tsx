import { Link, useSearchParams } from 'react-router'
import { RunTags } from '../../features/runs/run-tags.tsx'
import { Crumbs } from '../../features/tree/crumbs.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { fromIso } from '../../lib/clock.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { Ago, OfflineBolt } from '../../ui/contact.tsx'
import { statusKey } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

interface MachineHeadProps {
  machine: Equipment
  /** Opens the dialog of the run; left out where nobody may change it. */
  onRun: (() => void) | undefined
}

/** Name, status and the time in it, whether its device is heard, where it stands, and what it works on. */
export function MachineHead({ machine, onRun }: MachineHeadProps) {
  const contactAt = fromIso(machine.last_ping_at)
  const since = machine.current_status === null ? undefined : Date.parse(machine.current_status.started_at)
  return (
    <header className="machine-head">
      <div className="page-title-row">
        <h1 className="page-title">
          <bdi>{machine.name}</bdi>
        </h1>
        <StatusTag status={statusKey(machine.current_status?.status)} since={since} large />
        {machine.in_excessive_downtime && <span className="machine-excessive">Excessive downtime</span>}
        {machine.archived && <span className="machine-chip">Archived</span>}
        <OfflineBolt lastContactAt={contactAt} />
        <span className="machine-contact">
          {machine.device_uuid === null ? (
            <span className="machine-chip">No primary device set for machine</span>
          ) : (
            <>
              <span className="machine-chip">
                heard <Ago at={contactAt} absent="never" />
              </span>
              <DeviceChip uuid={machine.device_uuid} />
            </>
          )}
        </span>
      </div>
      <div className="machine-place">
        <Crumbs ancestors={machine.ancestors} />
        <RunTags run={machine.current_run} onOpen={onRun} />
      </div>
    </header>
  )
}

/** The device in short; a person finds the whole of it beside the page. */
function DeviceChip({ uuid }: { uuid: string }) {
  const [search] = useSearchParams()
  const words = `Device ${uuid.slice(0, 8)}`
  if (useIsDisplay()) {
    return (
      <span className="machine-chip" title={uuid}>
        {words}
      </span>
    )
  }
  const beside = new URLSearchParams(search)
  beside.set('panel', 'devices')
  return (
    <Link className="machine-chip machine-device" to={`?${beside}`} title={uuid} preventScrollReset>
      {words}
    </Link>
  )
}
