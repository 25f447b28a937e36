import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useZone } from '../../scope/zone.ts'
import { BellIcon } from '../../ui/icons.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { notificationsQuery } from './queries.ts'

/** Bell in the header with the number of unread notifications and the panel that shows them. */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const zone = useZone()
  const { data } = useQuery(notificationsQuery)
  const unread = data?.filter((notification) => !notification.acked).length ?? 0
  return (
    <>
      <button
        type="button"
        className="button button-plain button-icon bell"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        title="Notifications"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon />
        {unread > 0 && (
          <span className="bell-badge" aria-hidden="true">
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </button>
      <Drawer title="Notifications" open={open} onClose={() => setOpen(false)} size="min(420px, 100vw)" destroyOnHidden>
        <NotificationsPanel zone={zone} />
      </Drawer>
    </>
  )
}
