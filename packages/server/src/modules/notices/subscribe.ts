import type { DurableSubscriber } from '../../platform/outbox/subscriber.ts'
import { notifyCompletedRun } from './run-completed.ts'

/** Durable subscriber that enqueues notices to people and webhooks about completed runs, once for each fact. */
export const runSubscriber: DurableSubscriber = {
  delivery: 'once',
  name: 'notices.run_mail',
  kinds: ['run.completed'],
  handle: notifyCompletedRun,
}
