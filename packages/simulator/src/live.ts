import type { Alive } from './alive.ts'
import type { Clock } from './clock.ts'
import { comeBack, type Delivery, deliveries, type Line } from './deliveries.ts'
import { linesOf, type MachineSpec } from './plant.ts'
import type { PlantFile } from './plant-file.ts'
import { type Levels, StackLight } from './stack-light.ts'
import { type Outbox, outbox } from './transport/outbox.ts'
import type { Credentials, OnCommand, Outcome, Sender } from './transport/sender.ts'

const TICK_MS = 1_000
const SAVE_EVERY_MS = 15_000

interface LiveDevice {
  readonly uuid: string
  readonly machine: Pick<MachineSpec, 'name' | 'holdMs'>
  readonly line: Line
  readonly sender: Sender
  readonly outbox: Outbox
  /** Instant (true time, epoch ms) up to which all due messages are in the outbox. */
  putUntil: number
}

export interface LivePlant {
  readonly plant: PlantFile
  readonly clock: Clock
  readonly alive: Alive
  connect(transport: MachineSpec['transport'], credentials: Credentials, onCommand: OnCommand): Sender
  /** Handles a batch that a server refused, with the name of the machine and the reason. */
  onRefused(machine: string, reason: string): void
  /** Handles a command that switched the outputs of a device, with the name of the machine and the new levels. */
  onSwitched?(machine: string, levels: Levels): void
}

const put = (device: LiveDevice, { batchId, sentAt, events, dueAt }: Delivery) =>
  device.outbox.put({ batch_id: batchId, sent_at: sentAt, events: [...events] }, dueAt)

function startDevice(
  { plant, clock, alive, connect, onRefused, onSwitched }: LivePlant,
  { uuid, key, machine }: PlantFile['devices'][number],
  line: Line,
  now: number,
): LiveDevice {
  const light = new StackLight()
  const onCommand = (command: unknown) => {
    const at = clock.now()
    const ack = light.obey(command, at + device.line.clockAheadMs(at))
    if (ack === null || ack.type !== 'ack') return
    const batchId = `ack-${ack.id}-${at.toString(36)}`
    put(device, { dueAt: at, readyAt: at, batchId, sentAt: ack.t, events: [ack] })
    onSwitched?.(machine.name, light.levels)
  }
  const sender = connect(machine.transport, { uuid, key }, onCommand)
  const onOutcome = (outcome: Outcome) => {
    if (outcome.kind === 'refused') onRefused(machine.name, outcome.reason)
  }
  const sentUntil = alive.until(uuid) ?? plant.sentUntil
  const putUntil = Math.max(sentUntil, now - machine.holdMs)
  const device: LiveDevice = {
    uuid,
    machine,
    line,
    sender,
    outbox: outbox(sender, onOutcome),
    putUntil,
  }
  const back = sentUntil < putUntil ? comeBack(device.line, now) : null
  if (back) put(device, back)
  return device
}

function speak(device: LiveDevice, sentUntil: number, now: number): void {
  if (now <= device.putUntil) return
  device.outbox.dropBefore(now - device.machine.holdMs)
  for (const delivery of deliveries(device.line, device.putUntil, now)) {
    // Older messages, which a flaky network would still hold back, are in the history already, under other batch ids.
    if (delivery.readyAt > sentUntil) put(device, delivery)
  }
  device.putUntil = now
}

/**
 * Starts all machines of a plant: once a second each sends the messages that are due. After a pause a machine first sends the
 * messages of the pause. If it was longer than `holdMs`, the machine first sends its current state, then the messages of the last
 * `holdMs`; older messages are lost. Every 15 s and at `stop` it saves, for each device, up to when the server has acknowledged
 * its messages. `stop` also closes the connections.
 */
export function startPlant(live: LivePlant): { stop(): Promise<void> } {
  const { clock, alive, plant } = live
  const specs = plant.devices.map(({ machine }) => machine)
  const lines = linesOf(specs, plant.time)
  const devices = plant.devices.flatMap((device, i) => {
    const line = lines[i]
    return line === undefined ? [] : [startDevice(live, device, line, clock.now())]
  })
  let savedAt = clock.now()
  const save = () => alive.save(new Map(devices.map((d) => [d.uuid, d.outbox.oldestDueAt() ?? d.putUntil])))
  const timer = setInterval(() => {
    const now = clock.now()
    for (const device of devices) speak(device, plant.sentUntil, now)
    if (Math.abs(now - savedAt) < SAVE_EVERY_MS) return
    savedAt = now
    save()
  }, TICK_MS)
  return {
    async stop() {
      clearInterval(timer)
      save()
      await Promise.all(devices.map((device) => device.sender.close()))
    },
  }
}
