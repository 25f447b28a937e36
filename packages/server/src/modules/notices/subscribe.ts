import type { DurableSubscriber } from '../../platform/outbox/subscriber.ts'
import { mailCompletedRun } from './run-mail.ts'

export interface NoticesNeeds {
  /** Returns the URL under which people reach the pages. */
  readonly publicUrl: () => string
}

/** Returns the subscribers that send people mail about what happened. */
export function subscribers({ publicUrl }: NoticesNeeds): DurableSubscriber[] {
  return [
    {
      delivery: 'once',
      name: 'notices.run_mail',
      kinds: ['run.completed'],
      handle: (ctx, run, factId) => mailCompletedRun(ctx, publicUrl, run, factId),
    },
  ]
}
