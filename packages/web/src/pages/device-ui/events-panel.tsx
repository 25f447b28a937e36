import { useRef } from 'react'
import { eventName, eventWords } from '../../features/devices/event-words.ts'
import type { DevicePage } from '../../features/devices/types.ts'
import { dateAndExactTime, timeNear } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { useWidth } from '../../ui/use-size.ts'

type DeviceEvent = DevicePage['events'][number]

const ROW_PX = 34
const CARD_PX = 76
/** Width of the list below which rows are cards, px. */
const CARDS_BELOW_PX = 620

/** The last 100 events of a device with what became of them, the latest received first. */
export function EventsPanel({ page }: { page: DevicePage }) {
  const { events, device, timezone: zone, as_of } = page
  const asOf = Date.parse(as_of)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const areCards = width > 0 && width < CARDS_BELOW_PX
  const time = ({ occurred_at: at }: DeviceEvent) =>
    at === null ? <span className="muted">not readable</span> : dateAndExactTime(Date.parse(at), zone, asOf)
  const received = (event: DeviceEvent) => timeNear(Date.parse(event.received_at), asOf, zone)
  const content = (event: DeviceEvent) => <Content event={event} machineId={device.equipment_id} />
  const columns: RowColumn<DeviceEvent>[] = [
    { name: 'time', head: 'Time by the device', width: '200px', cell: time },
    { name: 'event', head: 'Event', width: '130px', cell: eventName },
    { name: 'content', head: 'Content', cell: content },
    { name: 'received', head: 'Received', width: '170px', cell: received },
  ]
  const card: RowColumn<DeviceEvent>[] = [
    {
      name: 'event',
      head: 'Event',
      cell: (event) => (
        <div className="stack tight">
          <span className="line">
            <b>{eventName(event)}</b> {content(event)}
          </span>
          <span>{time(event)}</span>
          <span className="muted">received {received(event)}</span>
        </div>
      ),
    },
  ]
  return (
    <div ref={box}>
      <Panel title="Last 100 events" note={events.length === 0 ? undefined : counted(events.length, 'event')}>
        {events.length === 0 ? (
          <Empty title="No events yet">The device has sent nothing so far.</Empty>
        ) : (
          <RowTable
            label="Events of the device"
            columns={areCards ? card : columns}
            rows={events}
            rowPx={areCards ? CARD_PX : ROW_PX}
            areCards={areCards}
          />
        )}
      </Panel>
    </div>
  )
}

/**
 * Text of an event, followed by `on machine 7` or `on no machine` if the event is not of the present machine of the device
 * (`machineId`, null: none). An event without a type gets no such addition.
 */
function Content({ event, machineId }: { event: DeviceEvent; machineId: number | null }) {
  const words = eventWords(event)
  const isElsewhere = event.type !== null && event.equipment_id !== machineId
  const place = event.equipment_id === null ? 'on no machine' : `on machine ${event.equipment_id}`
  return (
    <span className="cut block" title={words}>
      <bdi>{words}</bdi>
      {isElsewhere && <span className="muted"> {place}</span>}
    </span>
  )
}
