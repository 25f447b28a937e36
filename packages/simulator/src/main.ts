import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { aliveFile } from './alive.ts'
import { pacedClock, systemClock } from './clock.ts'
import { startPlant } from './live.ts'
import { readPlantFile } from './plant-file.ts'
import { httpSender } from './transport/http.ts'
import { mqttSender } from './transport/mqtt.ts'

const help = `Lets the virtual machines of a plant file speak to a server, like any device.

  node packages/simulator/src/main.ts --plant FILE --http URL --mqtt URL [options]

  --plant FILE    the machines and the keys of their devices
  --http URL      where devices with HTTP send to, such as http://127.0.0.1:8080
  --mqtt URL      where devices with MQTT send to, such as mqtt://127.0.0.1:1883
  --from INSTANT  begin in the past (ISO 8601) ...
  --speed N       ... and run N times as fast, until the present is reached
  --tethered      end as soon as standard input closes
`

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

const onOrOff = (level: 0 | 1): string => (level === 1 ? 'on' : 'off')

function options() {
  try {
    const { values } = parseArgs({
      options: {
        plant: { type: 'string' },
        http: { type: 'string' },
        mqtt: { type: 'string' },
        from: { type: 'string' },
        speed: { type: 'string' },
        tethered: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

function run(): void {
  const { plant: path, http, mqtt, from, speed = '1', tethered, help: wantsHelp } = options()
  if (wantsHelp) {
    process.stdout.write(help)
    return
  }
  if (!path || !http || !mqtt) fail(`--plant, --http and --mqtt are needed\n\n${help}`)
  const factor = Number(speed)
  const startAt = from === undefined ? systemClock.now() : Date.parse(from)
  if (!(factor > 0)) fail('--speed must be a number above 0')
  if (Number.isNaN(startAt)) fail('--from must be an instant, such as 2026-01-31T08:00:00Z')

  const running = startPlant({
    plant: readPlantFile(path),
    clock: from === undefined ? systemClock : pacedClock(startAt, factor),
    alive: aliveFile(join(dirname(path), 'alive.json')),
    connect: (transport, device, onCommand) =>
      transport === 'mqtt' ? mqttSender(mqtt, device, onCommand) : httpSender(http, device, onCommand),
    onRefused: (machine, reason) => process.stderr.write(`${machine}: refused: ${reason}\n`),
    onSwitched: (machine, levels) =>
      process.stdout.write(`${machine}: 24 V ${onOrOff(levels['24v'])}, 120 V ${onOrOff(levels['120v'])}\n`),
  })

  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    // A server that no longer answers must not keep the simulator running; unacknowledged messages are sent next time.
    setTimeout(() => process.exit(0), 500).unref()
    void running.stop().finally(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (tethered) {
    process.stdin.resume()
    process.stdin.on('end', end)
    process.stdin.on('close', end)
    process.stdin.on('error', end)
  }
}

run()
