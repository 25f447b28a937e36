import type { Socket } from 'node:net'
import { commandsTopic, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { Aedes, type Client, type PublishPacket, type Subscription } from 'aedes'
import type { Logger } from '../logger.ts'
import type { Certificate } from '../tls.ts'
import { authorizePublish, type MqttDeps, refusal, refuseVersion5, tame, watchAccess } from './access.ts'
import { Commands } from './commands.ts'
import { CONNECT_MS, type Door, openDoor } from './door.ts'
import { Sessions } from './sessions.ts'

export interface MqttBroker {
  /** Opens a port; with a certificate only TLS is spoken there. */
  listen(host: string, port: number, certificate?: Certificate | undefined): Promise<number>
  /** How many connections of devices there are. */
  connected(): number
  close(): Promise<void>
}

/** Topic and header of a packet around the largest message. */
const HEADER_BYTES = 1024
/** How long a device may take nothing of what is sent to it. */
const DRAIN_MS = 30_000

/** The embedded broker: MQTT 3.1.1 for devices. A message is acknowledged once it is stored and told, and not before. */
export async function createMqttBroker(deps: MqttDeps): Promise<MqttBroker> {
  const sessions = new Sessions()
  const doors: Door[] = []
  const doorOf = new WeakMap<object, Door>()
  const known = ({ conn }: Client) => doorOf.get(conn)?.known(conn, MAX_MESSAGE_BYTES + HEADER_BYTES)
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_MS,
    drainTimeout: DRAIN_MS,
    maxClientsIdLength: 128,
    heartbeatInterval: 60_000,
    preConnect: (client, packet, done) => {
      if (packet.protocolVersion === (5 as number)) {
        refuseVersion5(client)
        return done(new Error('MQTT 5 is not spoken here'), false)
      }
      doorOf.get(client.conn)?.introduced(client.conn)
      tame(packet)
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const session = { deviceUuid: (username ?? '').toLowerCase(), key: password?.toString() ?? '' }
      deps.authenticate(session.deviceUuid, session.key).then(
        ({ companyId, deviceId }) => {
          // Gone while it was asked who it is: nothing would take it out again.
          if (client.closed) return done(refusal(null), false)
          if (!sessions.add(client, { ...session, companyId, deviceId })) return done(refusal(null), false)
          known(client)
          done(null, true)
        },
        (error) => done(refusal(error), false),
      )
    },
    authorizePublish: (client, packet, done) => authorizePublish(deps, sessions, client, packet, done),
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.of(client)
      const own = session !== undefined && subscription.topic.toLowerCase() === commandsTopic(session.deviceUuid)
      // null: the subscription is refused, the connection stays.
      done(null, own ? subscription : null)
    },
  })
  keepToItself(aedes)
  const commands = new Commands(deps.commands, deps.logger)
  const stopCommands = await commands.start()
  passCommands(aedes, sessions, commands)
  forgetTheGone(aedes, sessions, deps.logger)
  const stopRecheck = await watchAccess(deps, sessions)

  const clients = new WeakMap<Socket, Client>()
  const enter = (socket: Socket) => {
    const client = aedes.handle(socket)
    clients.set(socket, client)
    socket.once('close', () => sessions.remove(client))
  }
  const tooLarge = (socket: Socket, bytes: number) => {
    const session = sessions.of(clients.get(socket) ?? null)
    const reason = `A message of ${bytes} bytes is over ${MAX_MESSAGE_BYTES}`
    deps.logger.warn({ deviceId: session?.deviceId, reason }, 'A message was refused and its connection closed')
    if (session !== undefined) deps.noteRefusal(session, reason)
  }
  return {
    listen: (host, port, certificate) => {
      const door: Door = openDoor(certificate, {
        enter: (socket) => {
          doorOf.set(socket, door)
          enter(socket)
        },
        tooLarge,
      })
      doors.push(door)
      return door.listen(host, port)
    },
    connected: () => sessions.size,
    close: async () => {
      await Promise.all([stopCommands(), stopRecheck()])
      await new Promise<void>((resolve) => aedes.close(resolve))
      await Promise.all(doors.map((door) => door.close()))
    },
  }
}

function forgetTheGone(aedes: Aedes, sessions: Sessions, logger: Logger): void {
  aedes.on('clientDisconnect', (client) => sessions.remove(client))
  aedes.on('clientError', (_client, error) => logger.debug({ reason: error.message }, 'An MQTT client failed'))
  aedes.on('connectionError', (_client, error) => logger.debug({ reason: error.message }, 'An MQTT connection failed'))
}

/**
 * What a device says is stored and told by then, and nobody may subscribe to it: looking for subscribers, as the broker
 * does after each acknowledgement, would find none. What has no device behind it (commands to devices) goes its way.
 */
function keepToItself(aedes: Aedes): void {
  type Done = (error?: Error) => void
  // As the broker itself calls it, with the device in the middle.
  type Publish = (packet: PublishPacket, from: Client | Done, done?: Done) => void
  const distribute = aedes.publish.bind(aedes)
  const publish: Publish = (packet, from, done) => {
    if (typeof from === 'function') distribute(packet, from)
    else done?.()
  }
  aedes.publish = publish
}

/** By topic; those of an earlier session included. The library's types leave it out. */
type WithSubscriptions = Client & { readonly subscriptions?: Readonly<Record<string, Pick<Subscription, 'qos'>>> }

/** A device is told what is asked of it when it subscribes, and when it comes back to a session in which it had. */
function passCommands(aedes: Aedes, sessions: Sessions, commands: Commands): void {
  const listen = (client: Client, topic: string, qos: Subscription['qos']) => {
    const session = sessions.of(client)
    if (session && topic.toLowerCase() === commandsTopic(session.deviceUuid))
      commands.listen({ companyId: session.companyId, deviceId: session.deviceId, client, topic, qos })
  }
  const leave = (client: Client) => {
    const session = sessions.of(client)
    if (session) commands.leave(session.deviceId, client)
  }
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) listen(client, topic, qos)
  })
  aedes.on('clientReady', (client) => {
    for (const [topic, { qos }] of Object.entries((client as WithSubscriptions).subscriptions ?? {}))
      listen(client, topic, qos)
  })
  aedes.on('unsubscribe', (_topics, client) => leave(client))
  aedes.on('clientDisconnect', leave)
}
