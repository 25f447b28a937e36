import '../page.css'
import './device-ui.css'
import { readDevicePage } from '@millwatch/contract/http/devices-page'
import { roomOfDevice } from '@millwatch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { devicePageQuery } from '../../features/devices/queries.ts'
import type { DevicePage } from '../../features/devices/types.ts'
import { useNow } from '../../lib/clock.ts'
import { chooseDates, timeNear } from '../../lib/dates.ts'
import { useTitle } from '../../lib/title.ts'
import { useConnection } from '../../live/connection.ts'
import { openLive } from '../../live/socket.ts'
import { useChanges, useOwnRooms } from '../../live/use-changes.ts'
import { useRoom } from '../../live/use-room.ts'
import { usePreferences } from '../../scope/preferences.ts'
import { useMay } from '../../scope/rights.ts'
import { userQuery } from '../../scope/session.ts'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { ReadError } from '../read-error.tsx'
import { ConfigPanel } from './config-panel.tsx'
import { EventsPanel } from './events-panel.tsx'
import { IdentityPanel } from './identity-panel.tsx'
import { InputsPanel } from './inputs-panel.tsx'
import { OutputsPanel } from './outputs-panel.tsx'

/**
 * Page `/device-ui/?uuid=` that the page of a device shows in its frame: everything about one device, live. It has the session
 * of the browser and its own connection, and no way to other pages.
 */
export function DeviceUiPage() {
  const [search] = useSearchParams()
  const uuid = search.get('uuid') ?? ''
  useTitle(`Device ${uuid}`)
  const { data: user, error, refetch } = useQuery(userQuery)
  const theme = user?.theme
  useEffect(() => {
    if (theme !== undefined) usePreferences.getState().receiveTheme(theme)
  }, [theme])
  // Set while rendering, before anything below writes a date.
  chooseDates({ locale: user?.locale ?? null, clockHours: user?.clock_hours ?? null })
  const { state } = useConnection()
  return (
    <main className="scroll tall device-ui" data-lost={state === 'lost'}>
      <h1 className="sr-only">Device {uuid}</h1>
      {user !== undefined && <Live user={user} uuid={uuid} />}
      {user === undefined && error !== null && (
        <ReadError subject="The device" error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

/** Opens the live connection, and shows the device to people who may read it, or else a notice that it is for superusers. */
function Live({ user, uuid }: { user: { id: number; company_id: number }; uuid: string }) {
  const client = useQueryClient()
  const may = useMay()
  useEffect(() => openLive(() => void client.invalidateQueries({ queryKey: userQuery.queryKey })), [client])
  useChanges()
  useOwnRooms(user, false)
  if (!may(readDevicePage))
    return (
      <Notice alert whole title="You do not have the right to do this">
        The page of a device is for superusers of the company.
      </Notice>
    )
  return <OfDevice key={uuid} uuid={uuid} />
}

function OfDevice({ uuid }: { uuid: string }) {
  const { data: page, error, refetch } = useQuery(devicePageQuery(uuid))
  if (page !== undefined) return <Shown page={page} onJoin={() => void refetch()} />
  if (error !== null) return <ReadError subject="The device" error={error} onRetry={() => void refetch()} />
  return (
    <div className="stack page" aria-busy="true">
      <Skeleton height={160} />
      <Skeleton height={160} />
      <Skeleton height={320} />
    </div>
  )
}

function Shown({ page, onJoin }: { page: DevicePage; onJoin: () => void }) {
  // Messages of this room arrive as changes of the device; after each join it is read again, as some may be missed.
  useRoom(roomOfDevice(page.device.id), () => undefined, onJoin)
  return (
    <div className="stack page">
      <LostLine zone={page.timezone} />
      <IdentityPanel page={page} />
      <div className="stack wide device-ui-pair">
        <InputsPanel page={page} />
        <OutputsPanel page={page} />
      </div>
      <ConfigPanel page={page} />
      <EventsPanel page={page} />
    </div>
  )
}

/** Line with the time of the last contact with the server, shown only while the live connection is lost. */
function LostLine({ zone }: { zone: string }) {
  const { state, lastContactAt } = useConnection()
  const now = useNow(60_000)
  if (state !== 'lost') return null
  return <p className="callout">No connection. Everything below is as of {timeNear(lastContactAt, now, zone)}.</p>
}
