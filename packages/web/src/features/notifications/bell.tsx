import './notifications.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ownAlarmsQuery } from '../../scope/own-alarms.ts'
import { useIsPageRead } from '../../scope/page-read.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { BellIcon } from '../../ui/icons.tsx'
import { notificationsQuery } from './queries.ts'

const NotificationsPanel = lazy(async () => ({
  default: (await import('./notifications-panel.tsx')).NotificationsPanel,
}))

/**
 * Bell in the header with the number of unread notifications plus tripped alarms of the person's subscriptions that they have not
 * seen; `9+` above 9, no number at 0. A click opens the panel with both.
 */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const zone = useZone()
  const enabled = useIsPageRead()
  const { data } = useQuery({ ...notificationsQuery, enabled })
  const { data: alarms } = useQuery({ ...ownAlarmsQuery, enabled })
  const news = data?.filter((notification) => !notification.acked).length ?? 0
  const trips = alarms?.filter(({ tripped, seen }) => tripped && !seen).length ?? 0
  const unread = news + trips
  return (
    <>
      <Button
        plain
        icon
        className="anchor"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        title="Notifications"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon />
        {unread > 0 && (
          <span className="dense bell-badge" aria-hidden="true">
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </Button>
      <Drawer title="Notifications" open={open} onClose={() => setOpen(false)} width={420}>
        <Suspense>
          <NotificationsPanel zone={zone} onGo={() => setOpen(false)} />
        </Suspense>
      </Drawer>
    </>
  )
}
