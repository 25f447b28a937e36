import type { TransactionSubscriber } from '../../platform/outbox/subscriber.ts'
import { leaveGroups, takePlaces } from './store.ts'

/**
 * Subscriber that acts in the transaction of the change. It takes a removed member out of all groups, and gives the places that
 * an invitation has in groups to the member who accepted it.
 */
export const groupsSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'groups.members',
  handlers: {
    'member.removed': (ctx, { userId }) => leaveGroups(ctx, userId),
    'invitation.accepted': (ctx, { invitationId, userId }) => takePlaces(ctx, invitationId, userId),
  },
}
