import type { DurableSubscriber } from '../../platform/outbox/subscriber.ts'
import { notifyCompletedRun } from './run-completed.ts'

/** Subscriber that notifies people about completed runs. */
export const runSubscriber: DurableSubscriber = {
  delivery: 'once',
  name: 'notices.run_mail',
  kinds: ['run.completed'],
  handle: notifyCompletedRun,
}
