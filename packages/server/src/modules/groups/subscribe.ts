import type { TransactionSubscriber } from '../../platform/outbox/subscriber.ts'
import { leaveGroups, takePlaces } from './store.ts'

/** Keeps groups in agreement with the list of members. */
export const groupsSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'groups.members',
  handlers: {
    'member.removed': (ctx, { userId }) => leaveGroups(ctx, userId),
    'invitation.accepted': (ctx, { invitationId, userId }) => takePlaces(ctx, invitationId, userId),
  },
}
