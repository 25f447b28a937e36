import { Link } from 'react-router'
import type { OrgUnit } from '../../features/tree/types.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'
import { Notice } from '../../ui/notice.tsx'

/** A unit without machines: why it is empty, and what to do. */
export function NoMachines({ unit }: { unit: OrgUnit }) {
  const paths = usePaths()
  const parent = unit.ancestors[0]
  if (useIsDisplay()) return <Notice title="No machines here yet">They appear here once an admin adds them.</Notice>
  return (
    <Notice
      title="No machines here yet"
      ways={
        <>
          <a className="button button-primary" href="/docs">
            How to add a machine
          </a>
          {parent !== undefined && (
            <Link className="button" to={paths.unit(parent.id)}>
              Go to {parent.name}
            </Link>
          )}
        </>
      }
    >
      An admin adds a machine with <code>POST /v0/e</code> under unit {unit.id} and its device with{' '}
      <code>POST /v0/devices</code>. It appears here with the first message of its device.
    </Notice>
  )
}
