import type { TransactionSubscriber } from '../../platform/outbox/subscriber.ts'
import { releaseDevices } from './place-device.ts'

/**
 * Subscriber that releases (`releaseDevices`) the devices of a machine that is archived or removed, in the transaction of that
 * change.
 */
export const devicesSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'devices.released',
  handlers: { 'machine.released': releaseDevices },
}
