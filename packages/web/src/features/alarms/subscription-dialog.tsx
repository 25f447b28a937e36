import './alarms.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { GroupChoice } from './group-choice.tsx'
import { PeopleLists } from './people-lists.tsx'
import { groupsOfAlarmsQuery, type ListedAlarm, membersOfAlarmsQuery } from './queries.ts'

interface SubscriptionDialogProps {
  alarm: ListedAlarm
  onClose: () => void
}

/**
 * Dialog in which the groups and people subscribed to an alarm are changed; each change is stored at once. It shows a placeholder
 * until groups and users are loaded.
 */
export function SubscriptionDialog({ alarm, onClose }: SubscriptionDialogProps) {
  const { Equipment, AlarmType, settings } = alarm
  return (
    <Dialog title="Subscribers" width={880} onClose={onClose}>
      <div className="stack">
        <p className="second any-break">
          <bdi className="strong">{Equipment.name}</bdi> · {AlarmType.name} · {settings}
        </p>
        <Subscribers alarm={alarm} />
        <div className="row-end form-foot">
          <Button primary onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Subscribers({ alarm }: { alarm: ListedAlarm }) {
  const groups = useQuery(groupsOfAlarmsQuery)
  const members = useQuery(membersOfAlarmsQuery)
  if (groups.data !== undefined && members.data !== undefined)
    return (
      <>
        <GroupChoice alarm={alarm} groups={groups.data} />
        <PeopleLists alarm={alarm} members={members.data} />
      </>
    )
  const failed = [groups, members].find(({ error }) => error !== null)
  if (failed === undefined) return <Skeleton height={420} />
  return (
    <TryAgain onRetry={() => Promise.all([groups.refetch(), members.refetch()])}>
      Users and groups could not be read: {failed.error?.message}
    </TryAgain>
  )
}
