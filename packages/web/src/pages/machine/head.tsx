import { RunTags } from '../../features/runs/run-tags.tsx'
import { Crumbs } from '../../features/tree/crumbs.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { fromIso, useAgingNow } from '../../lib/clock.ts'
import { NONE } from '../../lib/format.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { Ago, OfflineBolt } from '../../ui/contact.tsx'
import { isSilent } from '../../ui/silence.ts'
import { isQuiet, statusKey } from '../../ui/status.ts'
import { NoContactTag, StatusTag } from '../../ui/status-tag.tsx'
import { DevicesLink } from './devices-link.tsx'

/** Interval at which the header checks if the device is silent, ms. */
const STEP_MS = 5000

type PrimaryDevice = Pick<Equipment['Devices'][number], 'name' | 'device_uuid'>

interface MachineHeadProps {
  machine: Equipment
  /** Called to open the dialog of the run; undefined for people who may not change it. */
  onRun: (() => void) | undefined
}

/** Header of a machine's page: name, status and its duration, last contact, path in the tree, and the current run. */
export function MachineHead({ machine, onRun }: MachineHeadProps) {
  const contactAt = fromIso(machine.last_ping_at)
  const quiet = isQuiet(statusKey(machine.current_status?.status), machine.currently_scheduled)
  return (
    <header className="stack tight">
      <div className="row apart page-title-row">
        <h1 className="any-break page-title">
          <bdi>{machine.name}</bdi>
        </h1>
        <HeadStatus machine={machine} contactAt={contactAt} />
        {machine.in_excessive_downtime && (
          <span className={`${quiet ? 'muted box' : 'excessive'} one-line inline machine-chip`}>
            Excessive downtime
          </span>
        )}
        {machine.archived && <span className="muted box inline one-line machine-chip">Archived</span>}
        <span className="wrap push machine-contact">
          {/* The icon stands beside the text that explains it. Without any contact, the status already says so. */}
          {contactAt !== null && (
            <span className="muted inline one-line machine-heard">
              <OfflineBolt lastContactAt={contactAt} quiet={quiet} />
              <span className="grow">
                Last contact <Ago at={contactAt} absent={NONE} />
              </span>
            </span>
          )}
          <DeviceChip device={machine.Devices.find((device) => device.is_primary)}>
            {contactAt === null && <OfflineBolt lastContactAt={null} />}
          </DeviceChip>
        </span>
      </div>
      <div className="row apart">
        <Crumbs ancestors={machine.ancestors} />
        <RunTags run={machine.current_run} onOpen={onRun} />
      </div>
    </header>
  )
}

/**
 * Tag with the status of the machine and its duration. While its device is silent and the machine not offline yet, shows a tag
 * without contact, with the last status, instead.
 */
function HeadStatus({ machine, contactAt }: { machine: Equipment; contactAt: number | null }) {
  const at = useAgingNow(STEP_MS)
  const status = statusKey(machine.current_status?.status)
  const since = machine.current_status === null ? undefined : Date.parse(machine.current_status.started_at)
  const quiet = isQuiet(status, machine.currently_scheduled)
  if (contactAt !== null && isSilent({ status, contactAt, isScheduled: machine.currently_scheduled }, at))
    return <NoContactTag contactAt={contactAt} last={status} />
  return <StatusTag status={status} since={since} quiet={quiet} large />
}

/**
 * Name of the primary device, or the first 8 characters of its UUID, or a text that there is none; with a link to the devices
 * panel except on displays.
 */
function DeviceChip({ device, children }: { device: PrimaryDevice | undefined; children: React.ReactNode }) {
  const title = device?.device_uuid
  const words =
    device === undefined
      ? 'No primary device set for machine'
      : `Device ${device.name ?? device.device_uuid.slice(0, 8)}`
  if (useIsDisplay()) {
    return (
      <span className="muted box inline one-line machine-chip" title={title}>
        {children}
        {words}
      </span>
    )
  }
  return (
    <DevicesLink className="muted box inline one-line machine-chip value" {...(title !== undefined && { title })}>
      {children}
      {words}
    </DevicesLink>
  )
}
