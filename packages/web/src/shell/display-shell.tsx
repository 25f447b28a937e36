import './shell.css'
import './display-shell.css'
import type { Answer } from '@millwatch/contract/endpoint'
import type { getKiosk } from '@millwatch/contract/http/kiosks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useRenewal } from '../features/identity/renewal.ts'
import { useIsLost } from '../live/connection.ts'
import { openLive } from '../live/socket.ts'
import { useChanges } from '../live/use-changes.ts'
import { OnDisplay } from '../scope/display.ts'
import { kioskQuery } from '../scope/session.ts'
import { ConnectionNote } from './connection-note.tsx'
import { useReloadWhenOld } from './release/use-reload-when-old.ts'
import { UnsavedEntries } from './unsaved-entries.tsx'
import { ownerOfKiosk, useSending } from './use-sending.ts'

type Kiosk = Answer<typeof getKiosk>['kiosk']

/**
 * Returns the path of the page of a display: its unit if it has no machine, else its machine or the screen of its operator. A
 * wall is the page of a unit with larger tiles.
 */
const pathOf = ({ page, equipment_id, org_unit_id }: Kiosk): string =>
  equipment_id === null ? `/o/${org_unit_id}` : `/e/${equipment_id}${page === 'operator' ? '/operator' : ''}`

/**
 * Layout of a kiosk display: its page alone; any other address redirects to it. It opens the live connection, renews the
 * session, sends entries that the server has not stored yet, and reloads the page when the server has a new version and nobody
 * is entering anything.
 */
export function DisplayShell({ kiosk }: { kiosk: Kiosk }) {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const lost = useIsLost()
  useEffect(() => openLive(() => void client.invalidateQueries({ queryKey: kioskQuery.queryKey })), [client])
  useChanges()
  useRenewal('display', true)
  // Nobody is there to reload the page by hand.
  useReloadWhenOld(true)
  useSending(ownerOfKiosk(kiosk))
  const path = pathOf(kiosk)
  if (pathname !== path) return <Navigate to={path} replace />
  return (
    <OnDisplay value={true}>
      <div className={`anchor tall scroll display display-${kiosk.page}`} data-lost={lost}>
        {kiosk.page !== 'operator' && <UnsavedEntries />}
        <main className="display-page" id="main" tabIndex={-1}>
          <Outlet />
        </main>
        {kiosk.page !== 'operator' && (
          <div className="display-note">
            <ConnectionNote />
          </div>
        )}
      </div>
    </OnDisplay>
  )
}
