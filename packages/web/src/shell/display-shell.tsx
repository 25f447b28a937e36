import './shell.css'
import './display-shell.css'
import type { Answer } from '@millwatch/contract/endpoint'
import type { getKiosk } from '@millwatch/contract/http/kiosks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { kioskQuery } from '../features/identity/queries.ts'
import { useRenewal } from '../features/identity/renewal.ts'
import { useHasNewRelease } from '../features/release/queries.ts'
import { useIsLost } from '../live/connection.ts'
import { openLive } from '../live/socket.ts'
import { OnDisplay } from '../scope/display.ts'
import { ConnectionNote } from './connection-note.tsx'

type Kiosk = Answer<typeof getKiosk>['kiosk']

/**
 * Where a display stays. There is no operator page yet: such a display shows its machine. A wall is the page of a unit with
 * larger tiles.
 */
const pathOf = ({ equipment_id, org_unit_id }: Kiosk): string =>
  equipment_id === null ? `/o/${org_unit_id}` : `/e/${equipment_id}`

/** A kiosk display: its page and nothing around it; every other address leads back. */
export function DisplayShell({ kiosk }: { kiosk: Kiosk }) {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const lost = useIsLost()
  useEffect(() => openLive(() => void client.invalidateQueries({ queryKey: kioskQuery.queryKey })), [client])
  useRenewal('display', true)
  // Nobody stands before it to do so.
  const isOld = useHasNewRelease()
  useEffect(() => {
    if (isOld) location.reload()
  }, [isOld])
  const path = pathOf(kiosk)
  if (pathname !== path) return <Navigate to={path} replace />
  return (
    <OnDisplay value={true}>
      <div className={`display display-${kiosk.page}`} data-lost={lost}>
        <main className="display-page" id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <div className="display-note">
          <ConnectionNote />
        </div>
      </div>
    </OnDisplay>
  )
}
