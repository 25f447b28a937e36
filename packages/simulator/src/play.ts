import { writeFileSync } from 'node:fs'
import { readRecording } from './base/recording-file.ts'
import { systemClock } from './clock.ts'
import { type Api, type MadeMachine, signIn } from './player/api.ts'
import { BadArguments, help, type PlayOptions, playOptions } from './player/options.ts'
import { playPlan } from './player/plan.ts'
import { play, type Tally } from './player/play.ts'
import { httpSender } from './transport/http.ts'
import { mqttSender } from './transport/mqtt.ts'
import type { Credentials, Sender } from './transport/sender.ts'

/**
 * Number of batches in flight for MQTT, which keeps the order of several, and for a shuffled play. Over HTTP in order it is 1 per
 * device.
 */
const PARALLEL = 16
const PROGRESS_EVERY_MS = 2_000

interface Made {
  readonly api: Api
  readonly machines: ReadonlyMap<string, MadeMachine>
}

async function makeMachines(options: PlayOptions, names: readonly string[]): Promise<Made | null> {
  if (options.signIn === null) return null
  const { user, unit, api: url, save } = options.signIn
  const password = process.env.MILLWATCH_PASSWORD
  if (!password) throw new BadArguments('set MILLWATCH_PASSWORD to the password of the person who signs in')
  const api = await signIn(url, user, password)
  const machines = new Map<string, MadeMachine>()
  for (const name of names) {
    const machine = await api.makeMachine(name, unit)
    machines.set(name, machine)
    process.stdout.write(`${name}: made as machine ${machine.equipmentId}\n`)
  }
  if (save !== null) {
    const kept = [...machines].map(([name, { uuid, key }]) => [name, { uuid, key }] as const)
    writeFileSync(save, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`, { mode: 0o600 })
  }
  return { api, machines }
}

function connect(to: URL, devices: ReadonlyMap<string, Credentials>): Map<string, Sender> {
  const sender = (device: Credentials) =>
    to.protocol === 'mqtt:' ? mqttSender(to.href, device) : httpSender(to.href, device)
  return new Map([...devices].map(([name, device]) => [name, sender(device)]))
}

function progress(): (done: number, all: number) => void {
  let printedAt = systemClock.now()
  return (done, all) => {
    if (systemClock.now() - printedAt < PROGRESS_EVERY_MS) return
    printedAt = systemClock.now()
    process.stdout.write(`${done} of ${all} batches\n`)
  }
}

async function report(tally: Tally, made: Made | null, tookMs: number): Promise<void> {
  const line = (name: string, value: number | string) => process.stdout.write(`${name.padEnd(12)}${value}\n`)
  line('batches', tally.batches)
  line('sent', `${tally.sent} events in ${(tookMs / 1000).toFixed(1)} s`)
  const account = { accepted: tally.accepted, duplicates: tally.duplicates, quarantined: tally.quarantined }
  let isCounted = tally.counted
  if (!isCounted && made) {
    account.accepted = account.duplicates = account.quarantined = 0
    for (const machine of made.machines.values()) {
      const seen = await made.api.accountOf(machine)
      account.accepted += seen?.accepted ?? 0
      account.duplicates += seen?.duplicates ?? 0
      account.quarantined += seen?.quarantined ?? 0
    }
    isCounted = true
  }
  if (isCounted) for (const [name, value] of Object.entries(account)) line(name, value)
  else process.stdout.write('acknowledged; MQTT does not tell how many were duplicates (see the device in Millwatch)\n')
  if (tally.refused > 0) line('refused', `${tally.refused} batches, first: ${tally.firstReason}`)
}

async function run(): Promise<number> {
  const options = playOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(help)
    return 0
  }
  const batches = readRecording(options.file)
  const names = [...new Set(batches.map((batch) => batch.device))]
  const unknown = names.filter((name) => !options.devices.has(name))
  if (options.signIn === null && unknown.length > 0) throw new BadArguments(`no --device for ${unknown.join(', ')}`)
  const made = await makeMachines(options, unknown)
  const senders = connect(options.to, new Map<string, Credentials>([...options.devices, ...(made?.machines ?? [])]))
  const startedAt = systemClock.now()
  const tally = await play({
    messages: playPlan(batches, { ...options, startAt: options.start === 'now' ? startedAt : options.start }),
    senders,
    inOrder: options.shuffle === null,
    parallel: options.parallel ?? (options.shuffle === null && options.to.protocol !== 'mqtt:' ? 1 : PARALLEL),
    speed: options.speed,
    clock: systemClock,
    onProgress: progress(),
  })
  await report(tally, made, systemClock.now() - startedAt)
  await Promise.all([...senders.values()].map((sender) => sender.close()))
  return tally.refused > 0 ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(error instanceof BadArguments ? `${text}\n\n${help}` : `${text}\n`)
  process.exitCode = error instanceof BadArguments ? 2 : 1
}
