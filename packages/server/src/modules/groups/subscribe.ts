import type { TransactionSubscriber } from '../../platform/outbox/subscriber.ts'
import { leaveGroups, takePlaces } from './store.ts'

/**
 * Subscriber that, in the transaction of the change, takes a removed member out of all groups, and gives the places of
 * an invited person in groups to the member who accepted the invitation.
 */
export const groupsSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'groups.members',
  handlers: {
    'member.removed': (ctx, { userId }) => leaveGroups(ctx, userId),
    'invitation.accepted': (ctx, { invitationId, userId }) => takePlaces(ctx, invitationId, userId),
  },
}
