import { roomOfCompany } from '@millwatch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useRoom } from '../../live/use-room.ts'
import { useZone } from '../../scope/zone.ts'
import { BellIcon } from '../../ui/icons.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { notificationsQuery } from './queries.ts'

/** Bell in the header with the number of unread notifications and the panel that shows them. */
export function NotificationBell({ companyId }: { companyId: number }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const zone = useZone()
  const { data } = useQuery(notificationsQuery)
  useRoom(
    roomOfCompany(companyId),
    () => undefined,
    (change) => {
      const { queryKey } = notificationsQuery
      if (change === 'notifications') void client.invalidateQueries({ queryKey })
      // The connection was restored. Data read when the page was opened is still fresh.
      else if (change === undefined) void client.refetchQueries({ queryKey, type: 'active', stale: true })
    },
  )
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
