import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { getEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { HOUR_MS } from '@millwatch/domain/time'
import type { ListeningApp } from '../app/app-with-company.ts'
import { machineWithDevice } from '../app/inject-app.ts'
import { type ExpectedDevice, type Recording, statusNames } from './recordings.ts'

const root = new URL('../../../../', import.meta.url)

export interface Playing {
  readonly transport: 'http' | 'mqtt'
  /** Order of the batches: `order` as recorded, `storm` shuffled and each sent twice. */
  readonly order: 'order' | 'storm'
}

/** Machine id, with the uuid and key of its device. */
export interface PlayedMachine {
  readonly id: number
  readonly uuid: string
  readonly key: string
}

/** Machines of a played recording by the name of the recorded device, and the output of the player. */
export interface Played {
  readonly machines: ReadonlyMap<string, PlayedMachine>
  readonly output: string
}

/**
 * Creates a machine for every device of a recording and plays the recording to them with the project's own player. Rejects with
 * the output if the player fails.
 */
export async function playTo(app: ListeningApp, recording: Recording, { transport, order }: Playing): Promise<Played> {
  const machines = new Map<string, PlayedMachine>()
  for (const device of Object.keys(recording.expected)) {
    const name = `${recording.name} ${device} ${order} ${transport}`
    machines.set(device, await machineWithDevice(app.t, app.token, app.root, name))
  }
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-play-'))
  try {
    const file = join(folder, 'events.ndjson')
    const devices = join(folder, 'devices.json')
    writeFileSync(file, recording.lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    writeFileSync(devices, JSON.stringify(Object.fromEntries(machines)), { mode: 0o600 })
    const to = transport === 'http' ? app.httpUrl : app.mqttUrl
    const storm = order === 'storm' ? ['--shuffle', '7', '--duplicate'] : []
    return { machines, output: await runPlayer([file, '--to', to, '--devices', devices, ...storm]) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs the player with these arguments, as `npm run play -- ...args` does, in an environment of only `env` and
 * NODE_COMPILE_CACHE. Returns its whole output; rejects with the exit code and the output if it fails.
 */
export function runPlayer(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const program = fileURLToPath(new URL('packages/simulator/src/play.ts', root))
  return new Promise((resolve, reject) => {
    const { NODE_COMPILE_CACHE } = process.env
    const player = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, NODE_COMPILE_CACHE },
    })
    let output = ''
    for (const stream of [player.stdout, player.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    player.once('error', reject)
    player.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`the player ended ${code}: ${output}`)),
    )
  })
}

const ms = (seconds: number) => Math.round(seconds * 1000)
const iso = (at: number) => new Date(at).toISOString()
const period = (from: number, to: number) => ({ startDate: iso(from), endDate: iso(to) })

export async function figuresOf({ t, token }: ListeningApp, id: number, from: number, to: number) {
  const { equipment } = await t.ask(utilizationOfEquipment, { token, query: { ids: `${id}`, ...period(from, to) } })
  const [figures] = equipment
  if (!figures) throw new Error(`no figures of ${id}`)
  return {
    running: ms(figures.running_s),
    down: ms(figures.down_s),
    offline: ms(figures.offline_s),
    'powered-off': ms(figures.powered_off_s),
    cycles: figures.cycles,
  }
}

/**
 * Returns the status intervals of a machine that overlap the period from `from` (inclusive) to `to` (exclusive), in ascending
 * order. Instants are epoch ms; the end of an open interval is null.
 */
export async function intervalsOf({ t, token }: ListeningApp, id: number, from: number, to: number) {
  const { data } = await t.ask(statusOfEquipment, { token, params: { id }, query: period(from, to) })
  return data
    .map(({ status_id, started_at, ended_at }) => ({
      status: statusNames[status_id - 1],
      startedAt: Date.parse(started_at),
      endedAt: ended_at === null ? null : Date.parse(ended_at),
    }))
    .filter((interval) => interval.startedAt < to && (interval.endedAt ?? Number.POSITIVE_INFINITY) > from)
}

/**
 * Returns the temperature readings in the raw data of a machine from `from` to `to` (epoch ms), in the order of the answer. Rows
 * without a temperature are left out.
 */
export async function temperaturesOf({ t, token }: ListeningApp, id: number, from: number, to: number) {
  const { data } = await t.ask(rawDataOfEquipment, { token, params: { id }, query: period(from, to) })
  return data.flatMap((row) => (typeof row[2] === 'number' ? [row[2]] : []))
}

/**
 * Returns the event counts of the device of a machine: received, accepted, duplicates and quarantined. Throws an error if the
 * device is not on the machine.
 */
export async function accountOf({ t, token }: ListeningApp, { id, uuid }: Omit<PlayedMachine, 'key'>) {
  const { equip } = await t.ask(getEquipment, { token, params: { id }, query: {} })
  const device = equip.Devices.find(({ device_uuid }) => device_uuid === uuid)
  if (!device) throw new Error(`no account of ${uuid}`)
  const { received, accepted, duplicates, quarantined } = device
  return { received, accepted, duplicates, quarantined }
}

/**
 * Returns the ms per status and the cycles of every expected hour, by the start of the hour: `answered` by the server, and
 * `should` as expected. The first and the last hour are cut to the times of the recording.
 */
export async function hoursOf(app: ListeningApp, id: number, expected: ExpectedDevice) {
  const answered: Record<string, object> = {}
  const should: Record<string, object> = {}
  for (const { hour, cycles = 0, ...statuses } of expected.hours) {
    const from = Math.max(hour * 1000, expected.first_ms)
    const to = Math.min(hour * 1000 + HOUR_MS, expected.last_ms)
    // A cycle at the end of the recording counts in its last hour, but status is read up to that instant.
    const counted = hour * 1000 + HOUR_MS > expected.last_ms ? to + 1 : to
    const { cycles: seen, ...times } = await (from < to
      ? figuresOf(app, id, from, to)
      : figuresOf(app, id, from, to + 1))
    const all = counted === to ? seen : (await figuresOf(app, id, from, counted)).cycles
    const none = { running: 0, down: 0, offline: 0, 'powered-off': 0 }
    answered[iso(hour * 1000)] = { ...(from < to ? times : none), cycles: all }
    should[iso(hour * 1000)] = { ...none, ...statuses, cycles }
  }
  return { answered, should }
}
