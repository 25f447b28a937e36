import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ListedAlarm } from './queries.ts'
import { SubscriberFields } from './subscriber-fields.tsx'

interface SubscriptionDialogProps {
  alarm: ListedAlarm
  onClose: () => void
}

/** Dialog with the subscribers of an alarm, groups and people, each change of which is stored at once. */
export function SubscriptionDialog({ alarm, onClose }: SubscriptionDialogProps) {
  const { Equipment, AlarmType, settings } = alarm
  return (
    <Dialog title="Subscribers" width={640} onClose={onClose}>
      <div className="stack">
        <p className="second">
          <bdi className="strong">{Equipment.name}</bdi> · {AlarmType.name} · {settings}
        </p>
        <SubscriberFields alarm={alarm} />
        <div className="row-end">
          <Button primary onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
