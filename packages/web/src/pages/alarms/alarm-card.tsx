import type { ListedAlarm } from '../../features/alarms/queries.ts'
import { noticesOf } from '../../features/alarms/words.ts'
import { unbroken } from '../../lib/format.ts'
import { AlarmActions, AlarmBell, Outputs, OwnChannels, Subscribers, TrippedWords } from './alarm-parts.tsx'

interface AlarmCardProps {
  alarm: ListedAlarm
  zone: string
  onOpen: () => void
  onEdit: () => void
}

/** Height of a card without the line that says when its alarm tripped, and height of this line with the gap above it, px. */
const [CARD_PX, TRIPPED_LINE_PX] = [188, 24]

/** Returns the height of the card of an alarm, px. Settings have room for two lines in each. */
export const cardPx = ({ tripped_at, last_tripped_at }: ListedAlarm): number =>
  tripped_at === null && last_tripped_at === null ? CARD_PX : CARD_PX + TRIPPED_LINE_PX

/**
 * Card of an alarm in a narrow window, as a list item. A click on the button with its name calls `onOpen`, which shows its
 * history.
 */
export function AlarmCard({ alarm, zone, onOpen, onEdit }: AlarmCardProps) {
  const { Equipment, AlarmType, settings, tripped } = alarm
  return (
    <li className="stack tight anchor alarm-card" data-alarm={alarm.id} style={{ height: cardPx(alarm) }}>
      <button
        type="button"
        data-toggle
        className="line"
        aria-label={`History of ${AlarmType.name} of ${Equipment.name}`}
        onClick={onOpen}
      >
        <AlarmBell tripped={tripped} />
        <span className="title strong cut grow">
          <bdi>{Equipment.name}</bdi>
        </span>
        <OwnChannels alarm={alarm} />
      </button>
      <TrippedWords alarm={alarm} zone={zone} />
      <span className="line">
        <span className="grow any-break two-lines">
          {AlarmType.name}: {unbroken(settings)}
        </span>
        <Outputs alarm={alarm} />
      </span>
      <span className="note">{noticesOf(alarm)}</span>
      <Subscribers alarm={alarm} />
      <AlarmActions alarm={alarm} onEdit={onEdit} />
    </li>
  )
}
