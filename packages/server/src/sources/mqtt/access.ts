import { setTimeout as delay } from 'node:timers/promises'
import { eventsTopic } from '@millwatch/contract/devices'
import type { AedesPublishPacket, AuthenticateError, Client, ConnectPacket, PublishPacket } from 'aedes'
import type { Message } from '../../flow/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Logger } from '../../platform/logger.ts'
import { parseEnvelope } from '../envelope.ts'
import type { Deliver } from '../source.ts'
import type { CommandSource } from './commands.ts'
import { readAccessChange, type Session, type Sessions } from './sessions.ts'

export interface MqttDeps {
  readonly logger: Logger
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly deliver: Omit<Deliver, 'admit'>
  readonly commands: CommandSource
  readonly subscribeToAccess: SubscribeToAccess
}

/**
 * Function that subscribes to changes of access on any server (a key was withdrawn, a device switched off, a company suspended).
 * It calls `changed` for each, and `missed` when some may be lost. It resolves to a function that ends the subscription.
 */
type SubscribeToAccess = (changed: (payload: string) => void, missed: () => void) => Promise<() => Promise<void>>

/** Time (ms) that a message waits for the database or the device's allowance before its connection is closed. */
const PATIENCE_MS = 60_000
/** Longest keep-alive interval (s); a device silent for one and a half times as long is disconnected. */
const LONGEST_KEEP_ALIVE_S = 1200
/** Interval (ms) in which all connections are checked again; announced changes are checked at once. */
const RECHECK_MS = 4000

/**
 * Changes a CONNECT packet to our limits. The client id gets the user name in front, so that nobody can disconnect another device
 * by its client id. Keep-alive becomes 1,200 s if it is 0 or longer. A last will to another topic than the device's own is
 * removed.
 */
export function limitConnect(packet: ConnectPacket): void {
  // The id includes the device's user name, so that nobody can disconnect another device by using its client id.
  packet.clientId = `${packet.username ?? ''}/${packet.clientId}`
  packet.keepalive = Math.min(packet.keepalive || LONGEST_KEEP_ALIVE_S, LONGEST_KEEP_ALIVE_S)
  // A last will may only go to the topic that the device may publish to.
  if (packet.will?.topic.toLowerCase() !== eventsTopic((packet.username ?? '').toLowerCase())) delete packet.will
}

type Done = (error?: Error | null) => void

export function authorizePublish(
  deps: MqttDeps,
  sessions: Sessions,
  client: Client | null,
  packet: AedesPublishPacket | PublishPacket,
  done: Done,
): void {
  const session = sessions.of(client)
  if (client === null || session === undefined || packet.topic.toLowerCase() !== eventsTopic(session.deviceUuid)) {
    done(new Error('A device publishes to its own topic only'))
    return
  }
  // The broker itself keeps nothing and passes nothing to subscribers; the flow stores what counts.
  packet.retain = false
  const { companyId, deviceId, deviceUuid, key } = session
  const body = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
  // MQTT has no answer for what is not an envelope; a refusal would only make the device send the same message again.
  const parse = () => {
    const parsed = parseEnvelope(body)
    return 'envelope' in parsed ? parsed : { unreadable: body }
  }
  storePatiently(deps, client, { deviceUuid, key, ip: addressOf(client), bytes: body.length, parse }).then(
    () => {
      // The broker keeps a packet of QoS 2 until the device has confirmed it, and needs its number only.
      if (packet.qos === 2) packet.payload = Buffer.alloc(0)
      done()
    },
    (error) => {
      deps.logger.info({ companyId, deviceId, reason: String(error) }, 'A connection is closed')
      done(error)
    },
  )
}

/**
 * Begins to close connections of devices whose key is no longer accepted: at once when a server announces a change, which also
 * empties the cache of devices, otherwise within 5 s (a check every 4 s, and devices are cached for 1 s). A failed look-up closes
 * none. Returns a function that ends this.
 */
export async function watchAccess(deps: MqttDeps, sessions: Sessions): Promise<() => Promise<void>> {
  const isRefused = ({ deviceUuid, key }: Session) =>
    deps.deliver.authenticate(deviceUuid, key).then(
      () => false,
      // A failed lookup says nothing about the device.
      (error) => error instanceof AppError && error.status === 401,
    )
  const recheck = (about?: Parameters<Sessions['recheck']>[1]) => {
    sessions.recheck(isRefused, about).catch((error) => deps.logger.warn({ err: error }, 'Devices were not checked'))
  }
  const stop = await deps.subscribeToAccess(
    (payload) => {
      deps.deliver.forgetDevices()
      recheck(readAccessChange(payload))
    },
    () => {
      deps.deliver.forgetDevices()
      recheck()
    },
  )
  const timer = setInterval(() => recheck(), RECHECK_MS)
  return async () => {
    clearInterval(timer)
    await stop()
  }
}

/**
 * Stores a message, with retries for up to 60 s after errors with a time to retry: the device is too fast, the database is away,
 * or disk or quarantine is full. The device gets no acknowledgement meanwhile and so keeps its message. Throws any other error at
 * once, and the last one when the time is over or the device has disconnected.
 */
async function storePatiently({ deliver }: MqttDeps, client: Client, message: Message): Promise<void> {
  for (let waitedMs = 0; ; ) {
    try {
      await deliver.receive(message)
      return
    } catch (error) {
      const retryAfterS = error instanceof AppError ? error.retryAfterS : undefined
      if (retryAfterS === undefined || client.closed || waitedMs >= PATIENCE_MS) throw error
      const pauseMs = Math.min(retryAfterS * 1000, PATIENCE_MS - waitedMs)
      waitedMs += pauseMs
      await delay(pauseMs)
    }
  }
}

/**
 * Returns an error with the return code for CONNACK: 3 if the server cannot work now (503), else 4, which does not say if the
 * name or the key is wrong.
 */
export function refusal(error: unknown): AuthenticateError {
  const away = error instanceof AppError && error.status === 503
  // 3: server unavailable; 4: bad user name or password, without a hint which.
  return Object.assign(new Error(away ? 'Server unavailable' : 'Bad user name or password'), {
    returnCode: away ? 3 : 4,
  })
}

function addressOf(client: Client): string {
  return 'remoteAddress' in client.conn ? String(client.conn.remoteAddress) : ''
}
