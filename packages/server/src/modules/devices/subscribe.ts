import type { TransactionSubscriber } from '../../platform/outbox/subscriber.ts'
import { releaseDevices } from './place-device.ts'

/** Deactivates the devices of machines that are archived or removed. */
export const devicesSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'devices.released',
  handlers: { 'machine.released': releaseDevices },
}
