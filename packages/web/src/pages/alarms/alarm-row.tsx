import type { ListedAlarm } from '../../features/alarms/queries.ts'
import { noticesOf } from '../../features/alarms/words.ts'
import { unbroken } from '../../lib/format.ts'
import { FoldIcon } from '../../ui/icons.tsx'
import { AlarmActions, AlarmBell, Outputs, OwnChannels, Subscribers, TrippedWords } from './alarm-parts.tsx'

interface AlarmRowProps {
  alarm: ListedAlarm
  zone: string
  /** Index of the row for screen readers, from 2 on. */
  index: number
  /** True if the columns of type, outputs and own channels are left out; their content is then in the cell of the settings. */
  areFew: boolean
  isOpen: boolean
  onToggle: () => void
  onEdit: () => void
}

/** Row of an alarm, whose button opens and closes its history. */
export function AlarmRow({ alarm, zone, index, areFew, isOpen, onToggle, onEdit }: AlarmRowProps) {
  const { Equipment, AlarmType, settings, tripped } = alarm
  return (
    <tr className="alarm-row" data-alarm={alarm.id} data-open={isOpen} aria-rowindex={index}>
      <td>
        <button
          type="button"
          data-toggle
          className="inline"
          aria-expanded={isOpen}
          aria-label={`History of ${AlarmType.name} of ${Equipment.name}`}
          onClick={onToggle}
        >
          <FoldIcon open={isOpen} />
          <AlarmBell tripped={tripped} />
        </button>
      </td>
      <th scope="row">
        <span className="stack flush">
          <span className="strong cut" title={Equipment.name}>
            <bdi>{Equipment.name}</bdi>
          </span>
          <TrippedWords alarm={alarm} zone={zone} />
        </span>
      </th>
      {!areFew && (
        <td>
          <span className="two-lines dense" title={AlarmType.name}>
            {AlarmType.name}
          </span>
        </td>
      )}
      <td>
        {areFew ? (
          <span className="stack flush">
            <span className="line tight">
              <span className="two-lines dense" title={AlarmType.name}>
                {AlarmType.name}
              </span>
              <Outputs alarm={alarm} />
              <OwnChannels alarm={alarm} />
            </span>
            <span className="two-lines dense note" title={`${settings} · ${noticesOf(alarm)}`}>
              {unbroken(settings)} · {noticesOf(alarm)}
            </span>
          </span>
        ) : (
          <span className="stack flush">
            <span className="two-lines dense" title={settings}>
              {unbroken(settings)}
            </span>
            <span className="cut dense note">{noticesOf(alarm)}</span>
          </span>
        )}
      </td>
      {!areFew && (
        <td>
          <Outputs alarm={alarm} />
        </td>
      )}
      <td>
        <Subscribers alarm={alarm} />
      </td>
      {!areFew && (
        <td>
          <OwnChannels alarm={alarm} />
        </td>
      )}
      <td className="anchor">
        <AlarmActions alarm={alarm} onEdit={onEdit} />
      </td>
    </tr>
  )
}
