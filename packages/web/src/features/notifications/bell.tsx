import { roomOfCompany } from '@millwatch/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useRoom } from '../../live/use-room.ts'
import { useZone } from '../../scope/zone.ts'
import { BellIcon } from '../../ui/icons.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { notificationsQuery } from './queries.ts'

/** The bell of the header: how much is new, and the panel that shows it. */
export function NotificationBell({ companyId }: { companyId: number }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const zone = useZone()
  const { data } = useQuery(notificationsQuery)
  useRoom(
    roomOfCompany(companyId),
    () => undefined,
    (what) => {
      const { queryKey } = notificationsQuery
      if (what === 'notifications') void client.invalidateQueries({ queryKey })
      // After a connection that was lost; what was read when the page was opened is fresh.
      else if (what === undefined) void client.refetchQueries({ queryKey, type: 'active', stale: true })
    },
  )
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
