import { Crumbs } from '../../features/tree/crumbs.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { Ago, OfflineBolt } from '../../ui/contact.tsx'
import { statusKey } from '../../ui/status.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

/** Name, status and the time in it, whether its device is heard. */
export function MachineHead({ machine }: { machine: Equipment }) {
  const contactAt = machine.last_ping_at === null ? null : Date.parse(machine.last_ping_at)
  const since = machine.current_status === null ? undefined : Date.parse(machine.current_status.started_at)
  return (
    <header className="page-head">
      <Crumbs ancestors={machine.ancestors} />
      <div className="page-title-row">
        <h1 className="page-title">{machine.name}</h1>
        <StatusTag status={statusKey(machine.current_status?.status)} since={since} large />
        <OfflineBolt lastContactAt={contactAt} />
        <span className="machine-contact">
          {machine.device_uuid === null ? (
            <span className="machine-chip">No primary device set for machine</span>
          ) : (
            <>
              <span className="machine-chip">
                heard <Ago at={contactAt} absent="never" />
              </span>
              <a className="machine-chip machine-device" href="#device" title={machine.device_uuid}>
                Device {machine.device_uuid.slice(0, 8)}
              </a>
            </>
          )}
        </span>
      </div>
    </header>
  )
}
