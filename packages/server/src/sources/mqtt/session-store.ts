import { commandsTopic } from '@millwatch/contract/devices'
import type { Aedes, Client, Subscription } from 'aedes'
import { KeptSessions } from './kept-sessions.ts'
import type { Session, Sessions } from './sessions.ts'

/** Largest number of spellings of its topic, in upper and lower case, to which a connection may subscribe. */
const MOST_SPELLINGS = 4

/** Functions of the broker's store of sessions that are used here; the library's types lack them. */
interface Store {
  addSubscriptions(client: Client, subscriptions: readonly Subscription[]): Promise<void>
  cleanSubscriptions(client: { readonly id: string }): Promise<void>
  cleanIncoming(client: { readonly id: string }): Promise<void>
  outgoingStream(client: { readonly id: string }): AsyncIterable<object>
  outgoingClearMessageId(client: { readonly id: string }, packet: object): Promise<unknown>
}

export interface SessionStore {
  /**
   * Gives a connection of a verified device the id of its kept session. Deletes the stored data of a session of another client id
   * that had this id.
   */
  enter(client: Client, session: Session): Promise<void>
  /**
   * Returns true if the connection may subscribe to this topic, and then stores that it has: its own topic of commands, in at
   * most four spellings.
   */
  allowTopic(client: Client, topic: string): boolean
  /** Returns true if the connection has subscribed to this topic. */
  isSubscribed(client: Client, topic: string): boolean
}

/**
 * Limits the data that the broker keeps of a device: 16 sessions, and in each the device's own topic in up to four spellings. The
 * library stores all topics of a packet as often as it grants one, refused ones too: one packet of 5,000 spellings stopped the
 * server for minutes.
 */
export function boundSessions(aedes: Aedes, sessions: Sessions): SessionStore {
  const kept = new KeptSessions()
  const topicsOf = new WeakMap<Client, Set<string>>()
  const isSubscribed = (client: Client, topic: string) => topicsOf.get(client)?.has(topic) ?? false
  const { persistence: store } = aedes as unknown as { readonly persistence: Store }
  const add = store.addSubscriptions.bind(store)
  store.addSubscriptions = (client, subscriptions) =>
    add(
      client,
      subscriptions.filter(({ topic }) => isSubscribed(client, topic)),
    )
  aedes.on('unsubscribe', (topics, client) => {
    for (const topic of topics) topicsOf.get(client)?.delete(topic)
  })
  return {
    async enter(client, { deviceId, deviceUuid }) {
      const idOf = (number: number) => `${deviceUuid}/session ${number}`
      const connected = sessions.idsOf(deviceId)
      const { number, isNew } = kept.take(deviceId, client.id, (taken) => connected.has(idOf(taken)))
      client.id = idOf(number)
      if (isNew) await forget(store, client)
    },
    allowTopic(client, topic) {
      const session = sessions.of(client)
      if (session === undefined || topic.toLowerCase() !== commandsTopic(session.deviceUuid)) return false
      const topics = topicsOf.get(client) ?? new Set()
      topicsOf.set(client, topics)
      return topics.size < MOST_SPELLINGS ? topics.add(topic).has(topic) : topics.has(topic)
    },
    isSubscribed,
  }
}

/** Removes the subscriptions and packets that the broker keeps under the id of a client. */
async function forget(store: Store, { id }: { readonly id: string }): Promise<void> {
  await store.cleanSubscriptions({ id })
  await store.cleanIncoming({ id })
  for await (const packet of store.outgoingStream({ id })) await store.outgoingClearMessageId({ id }, packet)
}
