import type { Needs } from '../../platform/calls/needs.ts'
import type { DurableSubscriber } from '../../platform/outbox/subscriber.ts'
import { mailCompletedRun } from './run-mail.ts'

/** Returns the durable subscriber that mails people about completed runs. */
export function subscribers({ publicUrl }: Pick<Needs, 'publicUrl'>): DurableSubscriber[] {
  return [
    {
      delivery: 'once',
      name: 'notices.run_mail',
      kinds: ['run.completed'],
      handle: (ctx, run, factId) => mailCompletedRun(ctx, publicUrl, run, factId),
    },
  ]
}
