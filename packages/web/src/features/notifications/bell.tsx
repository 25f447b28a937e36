import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useZone } from '../../scope/zone.ts'
import { NotificationsPanel } from './notifications-panel.tsx'
import { notificationsQuery } from './queries.ts'

/** The bell of the header: how much is new, and the panel that shows it. */
export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const zone = useZone()
  const { data } = useQuery(notificationsQuery)
  const unread = data?.filter((one) => !one.acked).length ?? 0
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

const BellIcon = () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.2 1.5H3.8zM8.3 17.2a1.8 1.8 0 0 0 3.4 0" />
  </svg>
)
