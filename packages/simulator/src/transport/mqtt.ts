import { commandsTopic, type EnvelopeShape, eventsTopic, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { connect, type MqttClient } from 'mqtt'
import { backoff, Closed, type Credentials, type OnCommand, type Outcome, pause, type Sender } from './sender.ts'

const CONNECT_WITHIN_MS = 10_000
const KEEPALIVE_S = 60
const ACKNOWLEDGE_WITHIN_MS = 60_000
/** Return codes of CONNACK (MQTT 3.1.1) after which another attempt would be refused too. */
const REFUSED_FOR_GOOD = new Set([1, 2, 4, 5])

type Connection = { readonly client: MqttClient } | { readonly refused: string }

/**
 * Opens one connection, which never reconnects by itself. Resolves with the client, or with the reason of the refusal; the reason
 * is empty if the attempt failed in a way that may succeed later.
 */
function open(url: string, { uuid, key }: Credentials): Promise<Connection> {
  return new Promise((resolve) => {
    const client = connect(url, {
      protocolVersion: 4,
      clientId: `mw-${uuid}`,
      username: uuid,
      password: key,
      clean: true,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_WITHIN_MS,
      reconnectPeriod: 0,
    })
    let refused = ''
    client.on('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      if (typeof code === 'number' && REFUSED_FOR_GOOD.has(code)) refused = error.message
    })
    client.once('connect', () => resolve({ client }))
    client.once('close', () => {
      client.end(true)
      resolve({ refused })
    })
  })
}

/**
 * Publishes with QoS 1. Resolves with true once it is acknowledged, with false if the connection is lost before or no
 * acknowledgement arrives within 60 s.
 */
function publish(client: MqttClient, topic: string, payload: string): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => {
      clearTimeout(limit)
      resolve(false)
    }
    const limit = setTimeout(() => client.end(true), ACKNOWLEDGE_WITHIN_MS)
    client.once('close', onClose)
    client.publish(topic, payload, { qos: 1 }, (error) => {
      clearTimeout(limit)
      client.off('close', onClose)
      resolve(error === undefined || error === null)
    })
  })
}

/** Subscribes to the commands for a device and passes each to `onCommand`; a command that is not JSON is ignored. */
function subscribe(client: MqttClient, uuid: string, onCommand: OnCommand): void {
  client.on('message', (_topic, payload) => {
    try {
      onCommand(JSON.parse(payload.toString()))
    } catch {
      // The server sends JSON only.
    }
  })
  client.subscribe(commandsTopic(uuid), { qos: 1 }, () => undefined)
}

/**
 * Returns a sender for a device over MQTT 3.1.1 at `url` (`mqtt://host:port`), which connects at the first batch. A batch is
 * acknowledged when its PUBACK has arrived; if the connection breaks before, it is published again over the next one, under the
 * same batch id. A batch above `MAX_MESSAGE_BYTES`, or a rejected user name or key, is a refusal. With `onCommand` it subscribes
 * to the commands for the device over each connection.
 */
export function mqttSender(url: string, credentials: Credentials, onCommand?: OnCommand): Sender {
  const topic = eventsTopic(credentials.uuid)
  const ending = new AbortController()
  const waits = backoff()
  let connection: Promise<Connection> | null = null
  let current: MqttClient | null = null

  const connected = async (): Promise<Connection> => {
    for (;;) {
      if (ending.signal.aborted) throw new Closed()
      const made = await open(url, credentials)
      if ('refused' in made) {
        if (made.refused !== '') return made
        await pause(waits.next(), ending.signal)
        continue
      }
      waits.reset()
      current = made.client
      current.setMaxListeners(0)
      current.once('close', () => {
        connection = null
        current = null
      })
      if (onCommand !== undefined) subscribe(current, credentials.uuid, onCommand)
      return made
    }
  }

  return {
    async send(envelope: EnvelopeShape): Promise<Outcome> {
      const payload = JSON.stringify(envelope)
      if (Buffer.byteLength(payload) > MAX_MESSAGE_BYTES)
        return { kind: 'refused', reason: 'larger than a message may be' }
      for (;;) {
        connection ??= connected()
        const made = await connection
        if ('refused' in made) {
          connection = null
          return { kind: 'refused', reason: made.refused }
        }
        if (await publish(made.client, topic, payload)) return { kind: 'acknowledged', counts: null }
        await pause(waits.next(), ending.signal)
      }
    },
    async close() {
      ending.abort()
      current?.end(true)
    },
  }
}
