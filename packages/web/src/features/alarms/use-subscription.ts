import * as calls from '@millwatch/contract/http/alarms'
import { call } from '../../lib/api.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { alarmChanges as changes } from './queries.ts'

/** Channels by which a person is notified; true: the person gets messages by it. */
export interface Channels {
  readonly email: boolean
  readonly sms: boolean
}

interface PeopleAndChannels {
  readonly userIds: readonly number[]
  readonly channels: Channels
}

/** Returns the channels under the names of the API: `subscribe_email` and `subscribe_sms`. */
export const channelsFor = ({ email, sms }: Channels) => ({ subscribe_email: email, subscribe_sms: sms })

/**
 * Returns the options of a form by which the signed-in person subscribes to an alarm: the call and the messages for its success
 * and failure.
 */
export const subscribing = (id: number) =>
  ({
    work: (channels: Channels) => call(calls.subscribeToAlarm, { params: { id }, body: channelsFor(channels) }),
    done: 'Subscribed',
    failed: 'Error subscribing',
    changes,
  }) as const

/**
 * Returns the mutation that ends the signed-in person's own subscription to an alarm. It shows a message when it succeeds or
 * fails.
 */
export const useUnsubscribe = (id: number) =>
  useSubmit({
    work: () => call(calls.unsubscribeFromAlarm, { params: { id } }),
    done: 'Unsubscribed',
    failed: 'Error unsubscribing',
    changes,
  })

/**
 * Returns the four mutations that add a group or people to the subscribers of an alarm, and remove them. The server allows them
 * to the owner of the alarm and to superusers, for maintenance to admins. People are added to or removed from the given channels
 * only; without a channel left their subscription ends. Each shows a message when it succeeds or fails.
 */
export function useOtherSubscriptions(id: number) {
  const params = { id }
  const people = ({ userIds, channels }: PeopleAndChannels) => ({
    params,
    body: { user_ids: [...userIds], ...channelsFor(channels) },
  })
  const addGroup = useSubmit({
    work: (roster_id: number) => call(calls.subscribeRoster, { params, body: { roster_id } }),
    done: 'Subscribed',
    failed: 'Error subscribing group',
    changes,
  })
  const removeGroup = useSubmit({
    work: (roster_id: number) => call(calls.unsubscribeRoster, { params, body: { roster_id } }),
    done: 'Unsubscribed',
    failed: 'Error unsubscribing group',
    changes,
  })
  const addPerson = useSubmit({
    work: (input: PeopleAndChannels) => call(calls.subscribeUsers, people(input)),
    done: 'Subscribed',
    failed: 'Error subscribing',
    changes,
  })
  const removePerson = useSubmit({
    work: (input: PeopleAndChannels) => call(calls.unsubscribeUsers, people(input)),
    done: 'Unsubscribed',
    failed: 'Error unsubscribing',
    changes,
  })
  return { addGroup, removeGroup, addPerson, removePerson }
}
